import { afterEach, expect, test, vi } from 'vitest';
import { type ToastSide, toastSideFor } from './toastSide';

afterEach(() => {
  document.body.replaceChildren();
});

type Regions = Readonly<Record<ToastSide, DOMRect>>;

/** A window of 1280 × 800 with one toast; its dialog has a head to 140 and buttons from 700. */
const regions: Regions = {
  ...{ bottom: new DOMRect(880, 700, 384, 60), top: new DOMRect(880, 68, 384, 60) },
  ...{ 'bottom-start': new DOMRect(16, 700, 384, 60), 'top-start': new DOMRect(16, 68, 384, 60) },
  foot: new DOMRect(880, 630, 384, 60),
};

const sideFor = (all: Regions, focused: Element, modal?: Element) =>
  toastSideFor((side) => all[side], [...document.querySelectorAll('[data-overlay-head]')], focused, modal);

const place = (element: Element, top: number) => {
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(900, top, 200, 40));
};

test('toasts leave the bottom when they would cover the buttons of the form that they are about (B16)', () => {
  document.body.innerHTML = '<form><input><button>Create</button></form>';
  const [input, button] = [document.querySelector('input'), document.querySelector('button')];
  if (!input || !button) throw new Error('no form');
  place(input, 200);
  place(button, 710);
  expect(sideFor(regions, input)).toBe('top');
  place(button, 300);
  expect(sideFor(regions, input)).toBe('bottom');
  expect(sideFor(regions, document.body)).toBe('bottom');
});

test('toasts cover no field where the other side is free, and a field rather than a button (20)', () => {
  document.body.innerHTML = '<form><input><textarea></textarea><button>Save</button></form>';
  const [input, area, button] = ['input', 'textarea', 'button'].map((name) => document.querySelector(name));
  if (!input || !area || !button) throw new Error('no form');
  place(input, 300);
  place(area, 710);
  place(button, 400);
  expect(sideFor(regions, input)).toBe('top');
  place(area, 70);
  expect(sideFor(regions, input)).toBe('bottom');
  place(button, 710);
  expect(sideFor(regions, input)).toBe('bottom-start');
  const narrow = {
    ...regions,
    'bottom-start': regions.bottom,
    'top-start': regions.top,
    foot: regions.top,
  };
  expect(sideFor(narrow, input)).toBe('top');
});

test('buttons of toasts inside a dialog are not its controls', () => {
  document.body.innerHTML = '<dialog><input><div data-toasts><button>Dismiss</button></div></dialog>';
  const [input, button] = [document.querySelector('input'), document.querySelector('button')];
  if (!input || !button) throw new Error('no dialog');
  place(input, 300);
  place(button, 710);
  expect(sideFor(regions, input)).toBe('bottom');
});

function openDialog() {
  document.body.innerHTML =
    '<dialog><header data-overlay-head></header><input><footer><button>Create</button></footer></dialog>';
  const [dialog, head, input, button] = ['dialog', 'header', 'input', 'button'].map((name) =>
    document.querySelector(name),
  );
  if (!dialog || !head || !input || !button) throw new Error('no dialog');
  place(input, 300);
  place(button, 710);
  return { dialog, head, input, button };
}

test('toasts never cover the head of a dialog: they are beside it, or above its buttons on a phone (20)', () => {
  const { dialog, head, input, button } = openDialog();
  vi.spyOn(head, 'getBoundingClientRect').mockReturnValue(new DOMRect(500, 0, 780, 140));
  expect(sideFor(regions, button, dialog)).toBe('bottom-start');
  // The focus may be nowhere: the button that was pressed is gone.
  expect(sideFor(regions, document.body, dialog)).toBe('bottom-start');
  const narrow = { ...regions, 'bottom-start': regions.bottom, 'top-start': regions.top };
  expect(sideFor(narrow, button, dialog)).toBe('foot');
  // The field at the focus is right above the buttons: covering those is no worse, and the head is the worst.
  place(input, 640);
  expect(sideFor(narrow, input, dialog)).toBe('bottom');
});

test('toasts are beside a panel, whose content may load later (20)', () => {
  document.body.innerHTML = '<dialog><div><header data-overlay-head></header></div></dialog>';
  const [dialog, panel] = ['dialog', 'div'].map((name) => document.querySelector(name));
  if (!dialog || !panel) throw new Error('no panel');
  vi.spyOn(panel, 'getBoundingClientRect').mockReturnValue(new DOMRect(704, 0, 576, 800));
  expect(sideFor(regions, document.body, dialog)).toBe('bottom-start');
});

test('the head of a panel beside the page counts too', () => {
  document.body.innerHTML = '<aside><header data-overlay-head></header></aside>';
  const head = document.querySelector('header');
  if (!head) throw new Error('no panel');
  place(head, 690);
  expect(sideFor(regions, document.body)).toBe('top');
});
