/** Calls `handle` with each sheet that styled-components adds to the document from now on. Returns the function that ends it. */
export function watchStyledSheets(handle: (sheet: CSSStyleSheet) => void): () => void {
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLStyleElement && node.matches('[data-styled]') && node.sheet) handle(node.sheet);
  });
  observer.observe(document.head, { childList: true });
  return () => {
    observer.disconnect();
  };
}
