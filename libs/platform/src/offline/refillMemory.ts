/**
 * Requests the files of the document again, once another worker controls the page. Chromium keeps the files of a tab in
 * memory for each worker: without this, the next document of the tab would read each of them from the disk, through the
 * worker. The requests end in the browser's cache, not in the network, and nothing runs a second time.
 */
const RELEASES = '/slices/';
const LOADING = 'script[src], link[rel="stylesheet"], link[rel="preload"][as="script"]';

type Loading = HTMLScriptElement | HTMLLinkElement;

const isStyle = (element: Loading) => element instanceof HTMLLinkElement && element.rel === 'stylesheet';
const addressOf = (element: Loading) => (element instanceof HTMLScriptElement ? element.src : element.href);

/** A file is found in memory only with the same attributes. */
function copyAttributes(from: Loading, to: Loading): void {
  for (const name of ['integrity', 'crossorigin']) {
    const value = from.getAttribute(name);
    if (value !== null) to.setAttribute(name, value);
  }
}

const loaded = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    link.addEventListener('load', () => {
      resolve();
    });
    document.head.append(link);
  });

/** Chromium reuses a preload only once an element has used it. */
function consume(element: Loading): void {
  if (isStyle(element)) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.media = 'not all';
    copyAttributes(element, link);
    link.href = addressOf(element);
    void loaded(link).then(() => {
      link.remove();
    });
    return;
  }
  const script = document.createElement('script');
  copyAttributes(element, script);
  script.src = addressOf(element);
  document.head.append(script);
  // A script never runs in a document other than its first (HTML, "execute the script element").
  document.implementation.createHTMLDocument('').head.append(script);
}

async function request(element: Loading): Promise<void> {
  const preload = document.createElement('link');
  preload.rel = 'preload';
  preload.setAttribute('as', isStyle(element) ? 'style' : 'script');
  copyAttributes(element, preload);
  preload.href = addressOf(element);
  await loaded(preload);
  preload.remove();
  consume(element);
}

export function refillMemory(): void {
  // Only browsers with static routes of workers keep files by worker.
  if (!('workerMatchedSourceType' in PerformanceResourceTiming.prototype)) return;
  const elements = document.querySelectorAll<Loading>(LOADING);
  const byAddress = new Map(Array.from(elements, (element) => [addressOf(element), element]));
  for (const [address, element] of byAddress) {
    if (new URL(address).pathname.startsWith(RELEASES)) void request(element);
  }
}
