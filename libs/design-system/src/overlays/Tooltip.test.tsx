import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passTime } from '../testing/passTime';
import { Button } from '../actions/Button';
import { Tooltip, TOOLTIP_DELAY_MS } from './Tooltip';

// jsdom has no popovers.
beforeEach(() => {
  vi.useFakeTimers();
  HTMLElement.prototype.showPopover = function showPopover() {
    this.dataset.shown = '';
  };
  HTMLElement.prototype.hidePopover = function hidePopover() {
    delete this.dataset.shown;
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const isShown = () => screen.getByRole('tooltip', { hidden: true }).dataset.shown === '';
const show = () => {
  render(<Tooltip text="Takes a minute">{(aria) => <Button {...aria}>Deploy</Button>}</Tooltip>);
  return screen.getByRole('button', { name: 'Deploy' });
};

test('shows 700 ms after pointer enter, and describes the control at once', { tags: ['DS-05'] }, () => {
  const button = show();
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Takes a minute');
  expect(TOOLTIP_DELAY_MS).toBe(700);
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  passTime(699);
  expect(isShown()).toBe(false);
  passTime(1);
  expect(isShown()).toBe(true);
});

test('shows 700 ms after focus; Escape hides it and does not propagate', { tags: ['DS-05'] }, () => {
  const handleKey = vi.fn();
  const button = show();
  // Focus by keyboard matches `:focus-visible`. On the body, jsdom would ask for the element of another test that did.
  fireEvent.keyDown(document.documentElement, { key: 'Tab' });
  document.addEventListener('keydown', handleKey);
  act(() => {
    button.focus();
  });
  passTime(699);
  expect(isShown()).toBe(false);
  passTime(1);
  expect(isShown()).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Escape' })).toBe(false);
  expect(isShown()).toBe(false);
  expect(handleKey).not.toHaveBeenCalled();
  document.removeEventListener('keydown', handleKey);
});

test('stays while the pointer moves to the tooltip', () => {
  const button = show();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  passTime(700);
  fireEvent.pointerLeave(button);
  passTime(100);
  fireEvent.pointerEnter(screen.getByRole('tooltip', { hidden: true }));
  passTime(5_000);
  expect(isShown()).toBe(true);
  fireEvent.pointerLeave(screen.getByRole('tooltip', { hidden: true }));
  passTime(120);
  expect(isShown()).toBe(false);
});

test('stays hidden for a passing pointer, a press and touch', () => {
  const button = show();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  passTime(300);
  fireEvent.pointerLeave(button);
  passTime(5_000);
  expect(isShown()).toBe(false);
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  fireEvent.pointerDown(button);
  passTime(5_000);
  expect(isShown()).toBe(false);
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  passTime(5_000);
  expect(isShown()).toBe(false);
});
