import { afterEach, expect, test, vi } from 'vitest';
import { toastSideFor } from './toastSide';

afterEach(() => {
  document.body.replaceChildren();
});

const place = (element: Element, top: number) => {
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(900, top, 200, 40));
};

test('toasts leave the bottom when they would cover the buttons of the form that they are about (B16)', () => {
  document.body.innerHTML = '<form><input><button>Create</button></form>';
  const [input, button] = [document.querySelector('input'), document.querySelector('button')];
  if (!input || !button) throw new Error('no form');
  const region = { bottom: new DOMRect(880, 700, 384, 60), top: new DOMRect(880, 64, 384, 60) };
  place(input, 200);
  place(button, 710);
  expect(toastSideFor(region, input)).toBe('top');
  place(button, 300);
  expect(toastSideFor(region, input)).toBe('bottom');
  expect(toastSideFor(region, document.body)).toBe('bottom');
});

test('toasts cover no field where the other side is free, and a field rather than a button (20)', () => {
  document.body.innerHTML = '<form><input><textarea></textarea><button>Save</button></form>';
  const [input, area, button] = ['input', 'textarea', 'button'].map((name) => document.querySelector(name));
  if (!input || !area || !button) throw new Error('no form');
  const regions = { bottom: new DOMRect(880, 700, 384, 60), top: new DOMRect(880, 64, 384, 60) };
  place(input, 300);
  place(area, 710);
  place(button, 400);
  expect(toastSideFor(regions, input)).toBe('top');
  place(area, 70);
  expect(toastSideFor(regions, input)).toBe('bottom');
  place(button, 710);
  expect(toastSideFor(regions, input)).toBe('top');
});

test('buttons of toasts inside a dialog are not its controls', () => {
  document.body.innerHTML = '<dialog><input><div data-toasts><button>Dismiss</button></div></dialog>';
  const [input, button] = [document.querySelector('input'), document.querySelector('button')];
  if (!input || !button) throw new Error('no dialog');
  place(input, 300);
  place(button, 710);
  const regions = { bottom: new DOMRect(880, 700, 384, 60), top: new DOMRect(880, 64, 384, 60) };
  expect(toastSideFor(regions, input)).toBe('bottom');
});
