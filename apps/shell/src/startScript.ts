/**
 * Detects that the shell does not start: a script is missing, altered, throws while it is evaluated, or hangs. Shows
 * the document's message, reports the failure, and opens the document with the earlier shell if there is one. In that
 * document, restores the path of the page. A classic script that runs before everything else (decisions 002, 037).
 */
(() => {
  /** Milliseconds until a shell that has not started counts as hung: twice the time until its message is visible. */
  const HUNG = 20_000;

  const html = document.documentElement;
  const { recovery } = html.dataset;
  const home = window.location.origin;

  if (window.location.pathname === '/slipway-recovery') {
    const page = document.referrer.startsWith(`${home}/`) ? document.referrer : `${home}/`;
    window.history.replaceState(null, '', page + window.location.hash);
  }

  interface Composed {
    environment?: string;
    revision?: number;
    shell?: { version: string };
    health?: { url: string };
  }

  function report(phase: string, reason: string): void {
    const text = document.getElementById('slipway-composition')?.textContent ?? '';
    const { environment, revision, shell, health } = JSON.parse(text === '' ? '{}' : text) as Composed;
    const code = phase === 'evaluate' ? 'unexpected' : 'slice_unreachable';
    const failure = { slice: 'shell', version: shell?.version, phase, part: 'shell', code };
    // eslint-disable-next-line no-console -- the log is a part of the shell
    console.error('slice failed', JSON.stringify({ ...failure, owner: 'shell', reason }));
    if (!health) return;
    const event = { ...failure, group: 'stable', route: '*', kind: 'failure' };
    const beacon = { v: 1, environment, revision, sampled: false, events: [event] };
    navigator.sendBeacon(health.url, JSON.stringify(beacon));
  }

  async function openEarlier(path: string): Promise<void> {
    const { ok } = await fetch(path, { method: 'HEAD', cache: 'no-store' });
    if (ok && html.dataset.start === 'failed') window.location.replace(path + window.location.hash);
  }

  function fail(phase: 'load' | 'evaluate' | 'hang', reason: string): void {
    if (html.dataset.start !== undefined) return;
    if (html.dataset.shell === 'canary') return; // the script that chose it watches it
    html.dataset.start = 'failed';
    report(phase, reason);
    // Offline, the message stays.
    if (recovery !== undefined) openEarlier(recovery).catch(() => undefined);
  }

  const isOurs = (text: string) => text.includes(`${home}/slices/shell/`);
  /** The first file in a stack. An error in a chunk is that of a page, and the shell still starts. */
  const isOfStart = (stack: string) => {
    const file = /\/slices\/shell\/[^\s:)]+/.exec(stack)?.[0];
    const isNamed = ({ async, src }: HTMLScriptElement) => !async && src === home + String(file);
    return [...document.scripts].some(isNamed);
  };
  window.addEventListener(
    'error',
    (event: Event) => {
      if (event.target instanceof HTMLScriptElement) {
        // A script that code inserts is async: a chunk of a page, whose region handles the failure.
        if (isOurs(event.target.src) && !event.target.async)
          fail('load', `${event.target.src} could not be loaded`);
      } else if (event instanceof ErrorEvent && isOfStart(event.filename)) fail('evaluate', event.message);
    },
    true,
  );
  window.addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    if (reason instanceof Error && isOfStart(reason.stack ?? '')) fail('evaluate', reason.message);
  });
  setTimeout(fail, HUNG, 'hang', `The shell did not start within ${String(HUNG / 1000)} seconds`);
})();
