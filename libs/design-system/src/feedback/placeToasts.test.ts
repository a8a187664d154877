import { afterEach, expect, test, vi } from 'vitest';
import { placeToasts } from './toastSide';

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('on a phone they are above the key of a card, not on it (B10)', () => {
  document.body.innerHTML = '<main><h1></h1><article><code></code></article></main><section></section>';
  const [title, card, key, region] = ['h1', 'article', 'code', 'section'].map((name) =>
    document.querySelector<HTMLElement>(name),
  );
  if (!title || !card || !key || !region) throw new Error('no page');
  vi.stubGlobal('innerHeight', 800);
  const at = (element: Element, top: number, height: number) =>
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, top, 288, height));
  at(title, 80, 40);
  at(card, 300, 480);
  at(key, 720, 20);
  const tops: Partial<Record<string, () => number>> = {
    ...{ top: () => 68, 'top-start': () => 68 },
    foot: () => 800 - parseInt(region.style.getPropertyValue('--above')),
  };
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(16, tops[region.dataset.side ?? '']?.() ?? 784, 288, 0),
  );
  placeToasts(region, 60);
  expect(region.dataset.side).toBe('foot');
  expect(region.style.getPropertyValue('--above')).toBe('80px');
});

test('on a phone they are above a pinned notice, and cover it rather than a button of the card that was used', () => {
  document.body.innerHTML =
    '<main><article><button>Stop</button></article></main><aside data-pinned-notice=""></aside><section></section>';
  const [stop, notice, region] = ['button', 'aside', 'section'].map((name) =>
    document.querySelector<HTMLElement>(name),
  );
  if (!stop || !notice || !region) throw new Error('no page');
  vi.stubGlobal('innerHeight', 800);
  vi.spyOn(notice, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 720, 320, 80));
  const tops: Partial<Record<string, () => number>> = {
    ...{ top: () => 68, 'top-start': () => 68 },
    foot: () => 800 - parseInt(region.style.getPropertyValue('--above')),
  };
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(16, tops[region.dataset.side ?? '']?.() ?? 784, 288, 0),
  );
  // A button right below the top bar: the top is no place either.
  const button = vi.spyOn(stop, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 70, 288, 40));
  stop.focus();
  placeToasts(region, 60);
  expect(region.dataset.side).toBe('foot');
  expect(parseInt(region.style.getPropertyValue('--above'))).toBeGreaterThanOrEqual(80);
  button.mockReturnValue(new DOMRect(16, 60, 288, 655));
  placeToasts(region, 60);
  expect(region.dataset.side).toBe('bottom');
});

test('two toasts are above all buttons of a high dialog (20)', () => {
  document.body.innerHTML =
    '<dialog><div><header data-overlay-head></header><button>Copy</button><footer><button>Cancel</button></footer></div></dialog><section></section>';
  const [dialog, panel, head, copy, foot, region] = [
    ...['dialog', 'div', 'header', 'button', 'footer', 'section'],
  ].map((name) => document.querySelector<HTMLElement>(name));
  const cancel = foot?.querySelector('button');
  if (!dialog || !panel || !head || !copy || !foot || !cancel || !region) throw new Error('no dialog');
  const at = (element: Element, top: number, height: number) =>
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, top, 568, height));
  vi.stubGlobal('innerHeight', 900);
  at(panel, 20, 860);
  at(head, 20, 90);
  at(copy, 690, 40);
  at(foot, 800, 80);
  at(cancel, 820, 40);
  const tops: Partial<Record<string, () => number>> = {
    ...{ top: () => 68, 'top-start': () => 68 },
    foot: () => 900 - parseInt(region.style.getPropertyValue('--above')),
  };
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(360, tops[region.dataset.side ?? '']?.() ?? 876, 384, 0),
  );
  placeToasts(region, 140, dialog);
  expect(region.dataset.side).toBe('foot');
  expect(region.style.getPropertyValue('--above')).toBe('212px');
});
