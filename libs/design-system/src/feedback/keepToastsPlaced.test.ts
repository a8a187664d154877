import { expect, test, vi } from 'vitest';
import { keepToastsPlaced } from './keepToastsPlaced';

test('toasts leave what they cover after the window has changed its size, until they are gone', () => {
  document.body.innerHTML = '<form><button>Save</button></form><section></section>';
  const [button, region] = ['button', 'section'].map((name) => document.querySelector<HTMLElement>(name));
  if (!button || !region) throw new Error('no form');
  button.focus();
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(16, region.dataset.side === 'bottom' ? 700 : 68, 300, 0),
  );
  const cover = vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 300, 300, 40));

  const stop = keepToastsPlaced(region, 60);
  expect(region.dataset.side).toBe('bottom');

  cover.mockReturnValue(new DOMRect(16, 650, 300, 40));
  window.dispatchEvent(new Event('resize'));
  expect(region.dataset.side).toBe('top');

  stop();
  cover.mockReturnValue(new DOMRect(16, 70, 300, 40));
  window.dispatchEvent(new Event('resize'));
  expect(region.dataset.side).toBe('top');
});
