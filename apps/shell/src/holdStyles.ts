/** Styles of components, while React renders the app beside the page in advance. */

/**
 * Keeps the sheets that styled-components adds from now on from applying, until the returned function is called. Each rule that
 * a component adds would make the browser compute the styles of the page that it shows again.
 */
export function holdStyles(): () => void {
  const held = new Set<CSSStyleSheet>();
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLStyleElement) || !node.matches('[data-styled]') || !node.sheet) continue;
      node.sheet.disabled = true;
      held.add(node.sheet);
    }
  });
  observer.observe(document.head, { childList: true });
  return () => {
    observer.disconnect();
    for (const sheet of held) sheet.disabled = false;
  };
}
