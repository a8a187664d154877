/**
 * Shows the page that the document has in advance, when the app will show the same page: to a visitor who is not signed
 * in, or a page for signed-in users to a browser with a session (decision 106), in the default language and of the releases of
 * the document. A classic script without imports that runs before the first paint, so it repeats keys of `libs/session`,
 * `libs/platform` and `libs/data`. Remembers that a form was sent before the app could send it (decision 071).
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
  let stored = '';
  try {
    stored = Object.keys({ ...localStorage, ...sessionStorage }).join();
  } catch {
    // Storage is blocked: there is no session, and no choice.
  }
  // A release that failed in this tab is replaced by the earlier one.
  if (/slipway.(language|overrides|failed)/.test(stored)) isRight = false;
  // Visitors and signed-in users have other headers, and a visitor sees no page for users.
  if (/sb-\S+-auth-token(?!-code)/.test(stored) !== (dataset['access'] === 'signed-in')) isRight = false;
  /** Writes texts of the first response into the places that wait for them, until the app replaces them (decision 108). */
  const fill = async (response: Response | undefined) => {
    const rows = (await response?.clone().json()) as Record<string, unknown>[];
    for (const [row, card] of document.querySelectorAll('#slipway-prerendered [data-skeleton]').entries())
      for (const place of card.querySelectorAll<HTMLElement>('[data-fill]')) {
        const text = rows[row]?.[place.dataset['fill'] ?? ''];
        if (typeof text === 'string' && text.trim()) place.textContent = text;
      }
  };
  /** Sends the first requests of the page as the app would: `libs/data` takes their responses (decision 102). */
  const sendRequests = () => {
    const read = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? '[]') as unknown;
    interface FirstRequest {
      path: string;
      method: string;
      headers: Record<string, string>;
      body?: string;
    }
    const requests = read('slipway-requests') as FirstRequest[];
    if (requests.length === 0) return;
    const { url, key } = (read('slipway-composition') as { backend: { url: string; key: string } }).backend;
    const base = new URL(url.replace(/\/?$/, '/'), window.location.origin);
    const authorization = `Bearer ${key}`;
    const responses = requests.map(({ path, method, headers, body }) => {
      const address = new URL(path, base).href;
      const response = fetch(address, { method, headers: { ...headers, authorization, apikey: key }, body });
      // A failure is the app's: it sends the request again.
      const received = response.catch(() => undefined);
      return [[method, address, authorization, body].join('\n'), received] as const;
    });
    (window as { slipwayResponses?: unknown }).slipwayResponses = new Map(responses);
    responses[0]?.[1].then(fill).catch(() => undefined); // the app shows the failure
  };
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
  if (isRight) sendRequests();
  if (isRight && waits.length === 0) show();
  else if (isRight) void Promise.all(waits.map(untilLoaded)).then(show);
  document.addEventListener('submit', () => {
    if (dataset['prerendered'] === 'shown') dataset['sent'] = '';
  });
  // The keys that the header names.
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) dataset['keys'] = 'mac';
})();
