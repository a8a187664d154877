/** Edges, images and focus rings that are invisible in forced colors, because they have the color of their background. */
import type { Page } from '@playwright/test';

/** WCAG 1.4.11: contrast of controls and images with adjacent colors. */
const LEAST_CONTRAST = 3;

/** Controls and badges without a visible edge, images and chart marks without a visible color. Needs `forcedColors: 'active'`. */
export const readUnseen = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const isClear = (color: string) => color === 'transparent' || channels(color)[3] === 0;
    /** The color behind an element: that of the nearest ancestor with one. */
    const groundOf = (element: Element): string => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (!isClear(backgroundColor)) return backgroundColor;
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    const contrast = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const isSeen = (color: string, ground: string) => !isClear(color) && contrast(color, ground) >= least;
    const hasEdge = (element: Element) => {
      const style = getComputedStyle(element);
      return (
        style.borderBlockEndStyle !== 'none' &&
        parseFloat(style.borderBlockEndWidth) > 0 &&
        isSeen(style.borderBlockEndColor, groundOf(element.parentElement ?? element))
      );
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1;

    /** A row of a popover is as wide as its frame. */
    const isRow = (element: Element) => {
      const frame = element.closest('[popover]');
      const width = (of: Element) => of.getBoundingClientRect().width;
      return frame !== null && hasEdge(frame) && width(element) > 0.9 * width(frame);
    };
    // Rows, list items, table headers and a search field inside a frame have the edge of their frame.
    const edged = [
      ...document.querySelectorAll(
        'button:not([role=option], [role=menuitem], th *), input, select, textarea, [aria-pressed], span[data-tone]:not([data-size])',
      ),
    ].filter((element) => {
      if (!isShown(element)) return false;
      // Native controls follow the system.
      if (getComputedStyle(element).appearance !== 'none' && element.matches('input')) return false;
      return (
        !hasEdge(element) && !isRow(element) && !(element.parentElement && hasEdge(element.parentElement))
      );
    });
    const drawn = [
      ...document.querySelectorAll<SVGElement>('svg path, svg rect, svg circle, svg line, svg polyline'),
    ].filter((element) => {
      const picture = element.ownerSVGElement;
      if (!picture || !isShown(picture) || element.closest('defs')) return false;
      // The logo keeps its colors and its background.
      if (getComputedStyle(picture).forcedColorAdjust === 'none') return false;
      const { stroke, fill } = getComputedStyle(element);
      const colors = [stroke, fill].filter((paint) => paint.startsWith('rgb'));
      const ground = groundOf(picture.parentElement ?? picture);
      return colors.length > 0 && !colors.some((color) => isSeen(color, ground));
    });
    return [...edged, ...drawn].map((element) => element.outerHTML.slice(0, 160));
  }, LEAST_CONTRAST);

/** The first `most` stops of Tab without a visible ring. Needs `forcedColors: 'active'`. */
export async function readUnseenFocus(page: Page, most: number): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < most; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return '';
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused);
      const hasRing =
        outlineStyle !== 'none' &&
        parseFloat(outlineWidth) > 0 &&
        outlineColor !== getComputedStyle(document.documentElement).backgroundColor;
      // A text field shows its caret.
      return hasRing || focused.matches('[role=combobox]') ? '' : focused.outerHTML.slice(0, 160);
    });
    if (found !== '') unseen.push(found);
  }
  return unseen;
}
