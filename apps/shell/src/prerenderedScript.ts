/**
 * Shows the page that the document has in advance, when the app will show the same page: to a visitor who is not signed
 * in, in the default language and of the releases of the document. A classic script without imports that runs before the first
 * paint, so it repeats keys of `libs/session`, `libs/platform` and `libs/data`. Remembers that a form was sent before the app
 * could send it (decision 071).
 */
(() => {
  const { dataset } = document.documentElement;
  const { pathname, search, hash } = window.location;
  // The service worker opens every page with the document of `/`.
  let isRight = pathname.replace(/(.)\/+$/, '$1') === dataset['prerendered'];
  // Other releases, links that sign in, and what changes this page, such as a filter.
  const differing = ['slice', 'code', 'error', ...(dataset['varies']?.split(' ') ?? [])];
  const parameters = new URLSearchParams(search);
  if (differing.some((name) => parameters.has(name)) || hash.includes('=')) isRight = false;
  try {
    const stored = Object.keys({ ...localStorage, ...sessionStorage }).join();
    // A release that failed in this tab is replaced by the earlier one.
    if (/sb-\S+-auth-token(?!-code)|slipway.(language|overrides|failed)/.test(stored)) isRight = false;
  } catch {
    // Storage is blocked: there is no session, and no choice.
  }
  const page = dataset['prerendered'];
  // Those of a slice block nothing: the page is shown when they are there, unless the app has started.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[data-prerendered]')];
  const show = () => {
    if (dataset['prerendered'] !== page) return;
    for (const link of styles) link.media = 'all';
    dataset['prerendered'] = 'shown';
  };
  const waits = styles.filter(({ sheet }) => !sheet);
  const untilLoaded = (link: HTMLLinkElement) =>
    new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
  if (isRight && waits.length === 0) show();
  else if (isRight) void Promise.all(waits.map(untilLoaded)).then(show);
  document.addEventListener('submit', () => {
    if (dataset['prerendered'] === 'shown') dataset['sent'] = '';
  });
  // The keys that the header names.
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) dataset['keys'] = 'mac';
})();
