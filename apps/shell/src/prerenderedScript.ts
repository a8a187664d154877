/**
 * Shows the page that the document has in advance, when it is the one that the app will show: to a visitor who is not signed
 * in, in the default language and of the releases of the document. A classic script without imports that runs before the first
 * paint, so it repeats keys of `libs/session`, `libs/platform` and `libs/data` (decision 071).
 */
(() => {
  const html = document.documentElement;
  const { prerendered, shell } = html.dataset;
  if (prerendered === undefined) return;

  function isRight(): boolean {
    const { pathname, search, hash } = window.location;
    // The service worker opens every page with the document of `/`.
    if (pathname.replace(/(.)\/+$/, '$1') !== prerendered) return false;
    // Other releases, and links that sign in.
    if (/[?&](?:slice|code|error)=/.test(search) || hash.includes('=')) return false;
    if (shell === 'canary') return false;
    try {
      if (sessionStorage.getItem('slipway-overrides') !== null) return false;
      if ((localStorage.getItem('slipway-language') ?? '""') !== '""') return false;
      return !Object.keys(localStorage).some(
        (key) => /^sb-.+-auth-token/.test(key) && !key.endsWith('-code-verifier'),
      );
    } catch {
      return true; // Storage is blocked: there is no session, and no choice.
    }
  }

  // The keys that the header names.
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) html.dataset['keys'] = 'mac';
  if (isRight()) html.dataset['prerendered'] = 'shown';
})();
