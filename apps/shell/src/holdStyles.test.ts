/** e2e/specs/frame/prerendered.spec.ts shows that the styles apply in the frame that replaces the page in advance. */
import { afterEach, expect, it } from 'vitest';
import { holdStyles } from './holdStyles';

/** As styled-components adds one: an element in the head. */
function addSheet(attribute = 'data-styled'): HTMLStyleElement {
  const style = document.createElement('style');
  style.setAttribute(attribute, 'active');
  document.head.append(style);
  return style;
}
const isOff = ({ sheet }: HTMLStyleElement) => sheet?.disabled;

afterEach(() => {
  for (const style of document.querySelectorAll('style')) style.remove();
});

it('keeps sheets from applying until the app is on screen', async () => {
  const release = holdStyles();
  const [first, second] = [addSheet(), addSheet()];
  await Promise.resolve();
  expect([first, second].map(isOff)).toEqual([true, true]);
  release();
  expect([first, second].map(isOff)).toEqual([false, false]);
});

it('changes neither other sheets nor those that come before and later', async () => {
  const before = addSheet();
  const release = holdStyles();
  const other = addSheet('data-other');
  await Promise.resolve();
  release();
  const later = addSheet();
  await Promise.resolve();
  expect([before, other, later].map(isOff)).toEqual([false, false, false]);
});
