import { fireEvent } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { markEnterPresses } from './markEnterPresses';

beforeAll(markEnterPresses);
beforeEach(() => {
  document.body.innerHTML =
    '<button><i>Save</i></button> <a href="#top">Top</a> <input><form><input><button type="submit">Send</button></form>' +
    '<form id="named"><input></form><footer><button type="submit" form="named">Save</button></footer>';
});

const find = (selector: string) => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`No ${selector}`);
  return element;
};
const pressed = () => [...document.querySelectorAll('[data-pressed]')].map(({ localName }) => localName);

it.each([
  ['i', 'button'],
  ['a', 'a'],
  ['form input', 'button'],
  ['#named input', 'button'],
])('marks the part of Enter until the key is up: %s', (target, part) => {
  fireEvent.keyDown(find(target), { key: 'Enter' });
  expect(pressed()).toEqual([part]);
  // A dialog that opens takes the focus.
  fireEvent.keyUp(document.body, { key: 'Enter' });
  expect(pressed()).toEqual([]);
});

it('ends in another window, and with the next press', () => {
  fireEvent.keyDown(find('a'), { key: 'Enter' });
  fireEvent.keyDown(find('button'), { key: 'Enter' });
  expect(pressed()).toEqual(['button']);
  fireEvent.blur(window);
  expect(pressed()).toEqual([]);
});

it.each([
  ['button', 'Tab'],
  ['input', 'Enter'],
])('marks nothing else: %s, %s', (target, key) => {
  fireEvent.keyDown(find(target), { key });
  expect(pressed()).toEqual([]);
});
