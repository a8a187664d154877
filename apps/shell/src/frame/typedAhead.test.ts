import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTypedAhead } from './typedAhead';

let field: HTMLInputElement;
const typedAhead = createTypedAhead();

beforeEach(() => {
  field = document.body.appendChild(document.createElement('input'));
  field.focus();
  typedAhead.start();
});
afterEach(() => {
  typedAhead.take();
  field.remove();
});

test('buffers letters and keeps them from the focused element', async () => {
  await userEvent.keyboard('salf{Backspace}es{Enter}');
  expect(typedAhead.take()).toBe('sales');
  expect(field.value).toBe('');
  await userEvent.keyboard('now');
  expect(field.value).toBe('now');
});

test('ignores shortcuts, and a second start while buffering', async () => {
  await userEvent.keyboard('a{Control>}k{/Control}');
  typedAhead.start();
  await userEvent.keyboard('b');
  expect(typedAhead.take()).toBe('ab');
  expect(typedAhead.take()).toBe('ab');
  typedAhead.start();
  expect(typedAhead.take()).toBe('');
});

test('cancels on Escape', async () => {
  await userEvent.keyboard('a{Escape}b');
  expect(typedAhead.isOn()).toBe(false);
  expect(typedAhead.take()).toBeUndefined();
  expect(field.value).toBe('b');
});
