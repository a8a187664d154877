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

test('letters are kept for the box, and what has the focus gets none', async () => {
  await userEvent.keyboard('salf{Backspace}es{Enter}');
  expect(typedAhead.take()).toBe('sales');
  expect(field.value).toBe('');
  await userEvent.keyboard('now');
  expect(field.value).toBe('now');
});

test('asked for twice is asked for once; a shortcut is no letter', async () => {
  await userEvent.keyboard('a{Control>}k{/Control}');
  typedAhead.start();
  await userEvent.keyboard('b');
  expect(typedAhead.take()).toBe('ab');
  expect(typedAhead.take()).toBe('ab');
  typedAhead.start();
  expect(typedAhead.take()).toBe('');
});

test('Escape gives the box up', async () => {
  await userEvent.keyboard('a{Escape}b');
  expect(typedAhead.isOn()).toBe(false);
  expect(field.value).toBe('b');
});
