/**
 * Requests the files of the document again, once another worker controls the page. Chromium keeps the files of a tab in
 * memory by worker: without this, the next document of the tab would read, verify and compile each of them again. The
 * requests end in the browser's cache, not in the network. Other browsers ignore what they have already.
 */
const RELEASES = '/slices/';
const LOADING = 'script[src], link[rel="stylesheet"], link[rel="preload"]';

const addressOf = (element: HTMLScriptElement | HTMLLinkElement) =>
  element instanceof HTMLScriptElement ? element.src : element.href;

function kindOf(element: HTMLScriptElement | HTMLLinkElement): string | null {
  if (element instanceof HTMLScriptElement) return 'script';
  return element.rel === 'stylesheet' ? 'style' : element.getAttribute('as');
}

/** A preload is used only with the attributes of the element that loads the file. */
function preloadOf(element: HTMLScriptElement | HTMLLinkElement): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.setAttribute('as', kindOf(element) ?? '');
  for (const name of ['type', 'integrity', 'crossorigin']) {
    const value = element.getAttribute(name);
    if (value !== null) link.setAttribute(name, value);
  }
  link.href = addressOf(element);
  return link;
}

export function refillMemory(): void {
  const elements = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(LOADING);
  const byAddress = new Map(Array.from(elements, (element) => [addressOf(element), element]));
  for (const [address, element] of byAddress) {
    // `fetch` never reads from memory.
    if (!new URL(address).pathname.startsWith(RELEASES) || kindOf(element) === 'fetch') continue;
    document.head.append(preloadOf(element));
  }
}
