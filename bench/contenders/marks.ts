/** Marks of a page whose data is there: text of the demo's rows, so that a page without its data never counts. */

/** A selector of an element and a text in it. */
interface Mark {
  selector: string;
  text: string;
}

const marks: Record<string, readonly Mark[]> = {
  '/': [{ selector: 'article', text: 'Meeting Planner' }],
  '/marketplace': [{ selector: 'article', text: 'Meeting Planner' }],
  '/login': [{ selector: 'form', text: 'Password' }],
  '/signup': [{ selector: 'form', text: 'Password' }],
  '/dashboard': [
    { selector: 'main', text: 'Charged to users of your agents' },
    { selector: 'main', text: 'Deployed meeting-notes' },
    { selector: 'main', text: 'Manage devices' },
  ],
  '/agents': [{ selector: 'main', text: 'Invoice Reader' }],
  '/deployments': [{ selector: 'main', text: 'website-support' }],
  '/billing': [
    { selector: 'main', text: 'Pro' },
    { selector: 'main', text: '$29' },
  ],
};

export const marksOf = (path: string): readonly Mark[] => {
  const found = marks[path];
  if (!found)
    throw new Error(`No mark says when ${path} shows its data: add one to bench/contenders/marks.ts`);
  return found;
};

/** Runs in the page: the time when all of its data is there and the app has replaced the page of the document, else 0. */
export const shownAt = (expected: readonly Mark[]): number => {
  const isThere = ({ selector, text }: Mark) =>
    [...document.querySelectorAll(selector)].some((element) => element.textContent.includes(text));
  const isOfApp = document.documentElement.dataset['prerendered'] === undefined;
  return isOfApp && expected.every(isThere) && !document.querySelector('main [aria-busy="true"]')
    ? performance.now()
    : 0;
};

export type Shown = typeof globalThis & { shown: Promise<number> };

/** Runs in the page, before it: looks after each change. A look in each frame would keep the main thread busy. */
const watchData = (look: typeof shownAt, expected: ReturnType<typeof marksOf>) => {
  (globalThis as Shown).shown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const time = look(expected);
      if (time === 0) return;
      observer.disconnect();
      resolve(time);
    });
    const attributeFilter = ['aria-busy', 'data-prerendered'];
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributeFilter });
  });
};

/** The script that a page runs first: `shown` of its window is when the data of `path` is there. */
export const dataWatcher = (path: string): string =>
  `(${String(watchData)})(${String(shownAt)}, ${JSON.stringify(marksOf(path))})`;
