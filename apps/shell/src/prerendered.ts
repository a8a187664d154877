/** The page that the document had in advance. It is removed when the app is on screen, in the same frame. */

/** Removes it. The focus stays on the same link. */
export function removePrerendered(root: Element): void {
  delete document.documentElement.dataset.prerendered;
  const place = document.getElementById('slipway-prerendered');
  const link = document.activeElement;
  if (place?.contains(link) && link instanceof HTMLAnchorElement) {
    const same = (parent: Element) =>
      [...parent.querySelectorAll('a')].filter(
        ({ href, textContent }) => href + textContent === link.href + link.textContent,
      );
    same(root)[same(place).indexOf(link)]?.focus({ preventScroll: true });
  }
  place?.remove();
}
