/**
 * Shows the prerendered page, when the app will show the same page: to a visitor who is not signed
 * in, or a page for signed-in users to a browser with a session (decision 106), in the default language and of the releases of
 * the document. Sends the first requests of the page, for a visitor or with a session that stays valid (decision 109). A classic
 * script without imports that runs before the first paint, so it repeats keys of `libs/session`, `libs/platform` and `libs/data`.
 * Remembers that a form was sent before the app could send it (decision 071).
 */
(() => {
  /** Milliseconds for which the page waits for its font. */
  const FONT_WAIT = 400;
  const { dataset } = document.documentElement;
  const { pathname, search, hash } = window.location;
  const path = dataset['prerendered'] ?? dataset['requests'];
  // A route with parameters has one document for many addresses, and a host may send a document at another one.
  let isRight = pathname.replace(/(.)\/+$/, '$1') === path;
  // Other releases, links that sign in, and what changes this page, such as a filter.
  const differing = ['slice', 'code', 'error', ...(dataset['varies']?.split(' ') ?? [])];
  const parameters = new URLSearchParams(search);
  if (differing.some((name) => parameters.has(name)) || hash.includes('=')) isRight = false;
  const read = (text: string | null | undefined) => JSON.parse(text ?? 'null') as unknown;
  const readElement = (id: string) => read(document.getElementById(id)?.textContent);
  const parseBackend = () => {
    const { backend } = readElement('slipway-composition') as { backend: { url: string; key: string } };
    const base = new URL(backend.url.replace(/\/?$/, '/'), window.location.origin);
    return { base, key: backend.key, sessionKey: `sb-${base.hostname.split('.')[0] ?? ''}-auth-token` };
  };
  let parsed: ReturnType<typeof parseBackend> | undefined;
  // The composition is the largest text of a document: it is parsed once.
  const readBackend = () => (parsed ??= parseBackend());
  let hasSession = false;
  let isInactive = false;
  try {
    const stored = [localStorage, sessionStorage].flatMap((area) => Object.keys(area));
    // A release that failed in this tab is replaced by the earlier one. A sign-up that was sent continues without its form.
    if (stored.some((key) => /^slipway.(language|overrides|failed|sign-up)/.test(key))) isRight = false;
    // Most visitors have no session. A session of the environment's earlier backend does not count.
    hasSession = stored.some((key) => key.startsWith('sb-')) && stored.includes(readBackend().sessionKey);
    const idleSince = localStorage.getItem('lastActivity');
    isInactive = Boolean(idleSince) && Date.now() - Number(idleSince) > 3_600_000;
  } catch {
    // Storage is blocked: there is no session, and no choice.
  }
  const isForUsers = dataset['access'] === 'signed-in';
  /** Writes texts of the first response into the places that wait for them, until the app replaces them (decision 108). */
  const fill = async (response: Response | undefined) => {
    const rows = (await response?.clone().json()) as Record<string, unknown>[];
    const cards = document.querySelectorAll('#slipway-prerendered [data-skeleton]');
    for (const [row, card] of cards.entries()) {
      const places = card.querySelectorAll<HTMLElement>('[data-fill]');
      // Fewer rows than places. Without any row, all places stay until the app shows that the list is empty.
      if (places.length > 0 && rows.length > 0 && row >= rows.length) card.remove();
      for (const place of places) {
        const text = rows[row]?.[place.dataset['fill'] ?? ''];
        if (typeof text === 'string' && text.trim()) place.textContent = text;
      }
    }
  };
  interface Session {
    access_token?: string;
    refresh_token?: string;
    expires_at?: number;
    user?: { id: string; factors?: { status: string }[] };
  }
  /** Whether its second factor is not given yet: `dueFactorOf` of `libs/session`. Throws for a token that is no JWT. */
  const isFactorDue = ({ access_token: token, user }: Session) =>
    user?.factors?.some(({ status }) => status === 'verified') &&
    !atob(token?.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? '').includes('"aal":"aal2"');
  /**
   * The stored session, if the app would use it without renewing it: `freshSession` of `libs/data`, `validityOf` of
   * `libs/session`.
   */
  const usableSession = (key: string): Session | undefined => {
    const session = (read(localStorage.getItem(key)) ?? {}) as Session;
    const isFresh = (session.expires_at ?? 0) * 1_000 - Date.now() > 120_000;
    const isWhole = session.access_token && session.refresh_token && session.user;
    return isFresh && isWhole && !isInactive && !isFactorDue(session) ? session : undefined;
  };
  /** Sends the first requests of the page as the app would: `libs/data` takes their responses (decision 102). */
  const sendRequests = () => {
    interface FirstRequest {
      path: string;
      method: string;
      headers: Record<string, string>;
      body?: string;
    }
    const requests = (readElement('slipway-requests') ?? []) as FirstRequest[];
    if (requests.length === 0) return;
    const { base, key, sessionKey } = readBackend();
    const session = hasSession ? usableSession(sessionKey) : undefined;
    const token = session?.access_token ?? (hasSession || isForUsers ? undefined : key);
    if (token === undefined) return; // The app renews the session first, or asks for a sign-in.
    const authorization = `Bearer ${token}`;
    const ofUser = (text: string) => text.replaceAll('{user-id}', session?.user?.id ?? '');
    const responses = new Map<string, Promise<Response | undefined>>();
    (window as { slipwayResponses?: unknown }).slipwayResponses = responses;
    const send = ({ path, method, headers, body: template }: FirstRequest, next?: FirstRequest, ids = '') => {
      const address = new URL(ofUser(path).replace('{ids}', ids), base).href;
      const body = template && ofUser(template);
      const response = fetch(address, { method, headers: { ...headers, authorization, apikey: key }, body });
      const received = response
        .then(async (taken) => {
          // Before the app has this response: it would send the next request itself.
          if (next?.path.includes('{ids}')) {
            const rows = (await taken.clone().json()) as { id: string }[];
            if (rows[0]) send(next, undefined, encodeURIComponent(rows.map(({ id }) => id).join()));
          }
          return taken;
        })
        // Ignore failures: the app sends the request again.
        .catch(() => undefined);
      responses.set([method, address, authorization, body].join('\n'), received);
      return received;
    };
    const [first] = requests.map((one, index) =>
      one.path.includes('{ids}') ? undefined : send(one, requests[index + 1]),
    );
    first?.then(fill).catch(() => undefined); // the app shows the failure
  };
  const page = dataset['prerendered'];
  // Styles of a slice's page do not block the first paint: show the page once they have loaded, unless the app has
  // started.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[data-prerendered]')];
  const show = () => {
    if (dataset['prerendered'] !== page) return;
    for (const link of styles) link.media = 'all';
    dataset['prerendered'] = 'shown';
  };
  const waits = styles.filter(({ sheet }) => !sheet);
  const untilLoaded = (link: HTMLLinkElement) =>
    new Promise((resolve) => link.addEventListener('load', resolve));
  try {
    if (isRight) sendRequests();
  } catch {
    // The stored text is no session: the app decides.
  }
  // Whether the page is for this visitor or user. The session of an inactive user is about to end.
  const isTheirs = hasSession
    ? (isForUsers || dataset['forUsers'] !== undefined) && !isInactive
    : !isForUsers;
  if (isRight && page !== undefined && isTheirs) {
    if (hasSession) dataset['session'] = '';
    // Without its font, a page is laid out twice, and its letters change before the reader's eyes.
    dataset['font'] = 'loading';
    const endWait = () => delete dataset['font'];
    document.fonts.load('1em "Inter Variable"').then(endWait, endWait);
    setTimeout(endWait, FONT_WAIT);
    if (waits.length === 0) show();
    else void Promise.all(waits.map(untilLoaded)).then(show);
  } else if (page !== undefined) {
    // The parser adds the page after this script. Remove it, because hiding is not enough: a visitor's document must
    // not contain a protected page.
    new MutationObserver((_changes, observer) => {
      const place = document.getElementById('slipway-prerendered');
      place?.remove();
      if (place) observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }
  document.addEventListener('submit', () => {
    if (dataset['prerendered'] === 'shown') dataset['sent'] = '';
  });
  // The keys that the header names.
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) dataset['keys'] = 'mac';
})();
