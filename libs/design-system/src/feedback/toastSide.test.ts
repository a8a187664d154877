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
  const region = new DOMRect(880, 700, 384, 60);
  place(input, 100);
  place(button, 710);
  expect(toastSideFor(region, input)).toBe('top');
  place(button, 300);
  expect(toastSideFor(region, input)).toBe('bottom');
  expect(toastSideFor(region, document.body)).toBe('bottom');
});
