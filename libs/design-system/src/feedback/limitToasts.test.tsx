import { act, cleanup, render } from '@testing-library/react';
import { toast as hotToast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from './toast';
import { Toasts } from './Toasts';

afterEach(() => {
  vi.restoreAllMocks();
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
  expect(shown()).toEqual(['Copied', 'Key rotated', 'Security alert']);
});

test('on a phone, where the first hides the others, a notice that comes later does not hide a result', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  render(<Toasts />);
  act(() => {
    toast.error('Couldn’t rotate the key');
  });
  act(() => {
    toast.error('Failed to load data', { isBackground: true });
  });
  expect(shown()).toEqual(['Couldn’t rotate the key', 'Failed to load data']);
  const offsets = [...document.querySelectorAll<HTMLElement>('[data-toast]')].map(({ style }) =>
    style.getPropertyValue('--offset'),
  );
  expect(offsets).toEqual(['0px', '58px']);
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
