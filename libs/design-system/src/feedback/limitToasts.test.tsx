import { act, cleanup, render } from '@testing-library/react';
import { toast as hotToast } from 'react-hot-toast/headless';
import { afterEach, expect, test } from 'vitest';
import { toast } from './toast';
import { Toasts } from './Toasts';

afterEach(() => {
  cleanup();
  act(() => {
    hotToast.removeAll();
  });
});

const shown = () => [...document.querySelectorAll('[data-toast]')].map((each) => each.textContent);

test('the result of an action stays when notices that the user did not cause come after it', () => {
  render(<Toasts />);
  act(() => {
    toast.success('Key rotated');
    toast.warning('Unusual activity', { id: 'unusual', isBackground: true });
    toast.error('Security alert', { id: 'alert', isBackground: true });
    toast.success('Copied');
  });
  expect(shown()).toEqual(['Copied', 'Security alert', 'Key rotated']);
});

test('a toast that was a notice once may be a result later', () => {
  render(<Toasts />);
  act(() => {
    toast.error('Sign-in failed', { id: 'sign-in', isBackground: true });
  });
  act(() => {
    toast.error('Sign-in failed', { id: 'sign-in' });
    for (const message of ['1', '2']) toast.info(message);
    toast.warning('Unusual activity', { isBackground: true });
  });
  expect(shown()).toEqual(['2', '1', 'Sign-in failed']);
});
