import { afterEach, expect, test, vi } from 'vitest';
import { coverageOf, type ToastSide, toastSideFor } from './toastSide';

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
  toastSideFor(
    (side) => all[side],
    coverageOf([...document.querySelectorAll('[data-overlay-head]')], focused, modal),
  );

const place = (element: Element, top: number) => {
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(900, top, 200, 40));
};

test('toasts leave the bottom when they would cover the buttons of the form that they are about (B16)', () => {
  document.body.innerHTML = '<h1></h1><form><input><button>Create</button></form>';
  const [title, input, button] = ['h1', 'input', 'button'].map((name) => document.querySelector(name));
  if (!title || !input || !button) throw new Error('no form');
  place(input, 200);
  place(button, 710);
  expect(sideFor(regions, input)).toBe('top');
  // Another place covers neither the button nor the title of the page.
  place(title, 70);
  expect(sideFor(regions, input)).toBe('bottom-start');
  place(title, 20);
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

test('on a page they cover the fewest cards and controls, and not its title (20)', () => {
  document.body.innerHTML = '<main><h1></h1><article><button>Stop</button></article></main>';
  const [title, card, button] = ['h1', 'article', 'button'].map((name) => document.querySelector(name));
  if (!title || !card || !button) throw new Error('no page');
  const all = { ...regions, top: regions.bottom, foot: regions.bottom };
  place(title, 20);
  place(card, 710);
  place(button, 710);
  expect(sideFor(all, document.body)).toBe('bottom-start');
  vi.spyOn(card, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 690, 1200, 100));
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 710, 200, 40));
  vi.spyOn(title, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 70, 200, 40));
  expect(sideFor(all, document.body)).toBe('bottom');
});

test('on a page they cover a few controls of cards rather than its title', () => {
  document.body.innerHTML = `<button></button><main><h1></h1><article>${'<button></button>'.repeat(4)}</article></main>`;
  const [opener, ...buttons] = document.querySelectorAll('button');
  const title = document.querySelector('h1');
  if (!opener || !title) throw new Error('no page');
  place(opener, 70);
  for (const button of buttons)
    vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 710, 1200, 40));
  vi.spyOn(title, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 70, 200, 40));
  expect(sideFor({ ...regions, foot: regions.bottom }, opener)).toBe('bottom');
});

test('on a page, a title or key of a card counts more than the card (B10)', () => {
  document.body.innerHTML = '<main><article><h2></h2></article><article></article></main>';
  const [title, ...cards] = ['h2', 'article', 'article:last-child'].map((name) =>
    document.querySelector(name),
  );
  if (!title || !cards[0] || !cards[1]) throw new Error('no page');
  place(title, 710);
  place(cards[0], 690);
  vi.spyOn(cards[1], 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 690, 200, 100));
  const all = { ...regions, top: regions.bottom, 'top-start': regions.bottom, foot: regions.bottom };
  expect(sideFor(all, document.body)).toBe('bottom-start');
  title.remove();
  expect(sideFor(all, document.body)).toBe('bottom');
});
