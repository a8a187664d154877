/** Places of elements and of their texts, in pixels. */
import type { Locator } from '@playwright/test';

export const edgesOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('not visible');
  return { left: box.x, right: box.x + box.width, bottom: box.y + box.height, height: box.height };
};
/** The edges of the text of a button, without the space around it. */
export const textEdgesOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });

/** Where the text of an element begins. */
export const textTopOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().top;
  });

/** The vertical distance of the icon from the middle of the first line of the text. */
export const iconDistance = async (icon: Locator, text: Locator) =>
  text.evaluate(
    (element, svg) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = [...range.getClientRects()];
      const middle = (box: DOMRect | undefined) => (box ? box.top + box.height / 2 : NaN);
      return {
        lines: new Set(lines.map(({ top }) => Math.round(top))).size,
        distance: Math.abs(middle(svg?.getBoundingClientRect()) - middle(lines[0])),
      };
    },
    await icon.elementHandle(),
  );
