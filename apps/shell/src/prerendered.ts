/** The page that the document had in advance. It is removed when the app is on screen, in the same frame. */

const links = (place: Element) => [...place.querySelectorAll('a[href]')];

/** The link of the app that is in the place of a link of the document. */
function sameLink(place: Element, link: Element, root: Element): HTMLElement | undefined {
  const isSame = (other: Element) =>
    other.getAttribute('href') === link.getAttribute('href') && other.textContent === link.textContent;
  const index = links(place).filter(isSame).indexOf(link);
  const found = links(root).filter(isSame).at(index);
  return found instanceof HTMLElement ? found : undefined;
}

/** Removes it. The focus stays on the same link. */
export function removePrerendered(root: Element): void {
  delete document.documentElement.dataset.prerendered;
  const place = document.getElementById('slipway-prerendered');
  if (!place) return;
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  if (focused) sameLink(place, focused, root)?.focus({ preventScroll: true });
  place.remove();
}
