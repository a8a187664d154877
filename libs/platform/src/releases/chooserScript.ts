/**
 * Chooses between the shell and its canary before the first paint, and loads the chosen one. The document has the
 * elements of both in templates, each file with its hash: cloning a template needs no Trusted Types policy. When a
 * canary does not start, the script returns the tab to the other shell. A classic script without imports, which only
 * documents with a canary of the shell load. So it repeats the keys of `storageKeys.ts` and the bucket of
 * `canaries.ts`. Decision 050.
 */
(() => {
  interface Composed {
    environment?: string;
    revision?: number;
    shell: { version: string; canary?: { percent: number; release: { version: string } } };
    health?: { url: string; sample?: number };
  }

  /** Milliseconds until a canary that has not started counts as hung; the same as in the shell's start script. */
  const HUNG = 20_000;

  const html = document.documentElement;

  /**
   * The first 32 bits of SHA-256 (FIPS 180-4). The browser's implementation is asynchronous, and only styles that are
   * added now block the first paint.
   */
  function digestOf(text: string): number {
    const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter((candidate) =>
      Array.from({ length: 16 }, (_, index) => index + 2).every(
        (divisor) => divisor >= candidate || candidate % divisor !== 0,
      ),
    );
    const fraction = (value: number) => ((value % 1) * 2 ** 32) | 0;
    const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
    const state = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
    const bytes = new TextEncoder().encode(text);
    const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
    [...bytes, 0x80].forEach((byte, index) => {
      padded.setUint8(index, byte);
    });
    padded.setUint32(padded.byteLength - 4, bytes.length * 8);
    const rotate = (word: number, count: number) => (word >>> count) | (word << (32 - count));
    const at = (words: readonly number[], index: number) => words[index] ?? 0;
    for (let block = 0; block < padded.byteLength; block += 64) {
      const words: number[] = [];
      let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
      for (let round = 0; round < 64; round += 1) {
        const [early, late] = [at(words, round - 15), at(words, round - 2)];
        const word =
          round < 16
            ? padded.getInt32(block + round * 4)
            : (at(words, round - 16) +
                (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
                at(words, round - 7) +
                (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10))) |
              0;
        words.push(word);
        const first =
          h +
          (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
          ((e & f) ^ (~e & g)) +
          at(constants, round) +
          word;
        const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((value, index) => {
        state[index] = (at(state, index) + value) | 0;
      });
    }
    return at(state, 0) >>> 0;
  }

  /**
   * @throws when the browser blocks storage: the visitor gets the stable shell, because a failure could not be
   * remembered
   */
  function isInCanary({ version, canary }: Composed['shell']): boolean {
    if (!canary || sessionStorage.getItem('slipway.failed')?.includes(canary.release.version)) return false;
    let visitor = localStorage.getItem('slipway.visitor');
    if (visitor === null || visitor === '') {
      visitor = crypto.randomUUID();
      localStorage.setItem('slipway.visitor', visitor);
    }
    const digest = digestOf([visitor, 'shell', version, canary.release.version].join(' '));
    return (digest / 2 ** 32) * 100 < canary.percent;
  }

  /**
   * Adds the styles and fonts of the first paint now, and the shell's scripts once the document and its styles are
   * loaded.
   */
  function load(side: string): void {
    const template = document.getElementById(`slipway-shell-${side}`) as HTMLTemplateElement;
    const content = document.importNode(template.content, true);
    const scripts = [...content.querySelectorAll('script')];
    const deferred = scripts.filter((script) => script.defer);
    for (const script of scripts) script.async = false; // a copy does not keep the order otherwise
    for (const script of deferred) script.remove();
    const styles = [...content.querySelectorAll('link')].filter(({ rel }) => rel === 'stylesheet');
    const settled = (target: EventTarget, types: readonly string[]) =>
      new Promise((resolve) => {
        for (const type of types) target.addEventListener(type, resolve);
      });
    const ready = [
      settled(document, ['DOMContentLoaded']),
      ...styles.map((style) => settled(style, ['load', 'error'])),
    ];
    document.head.append(content);
    void Promise.all(ready).then(() => {
      document.head.append(...deferred);
    });
  }

  /**
   * Reports a shell that did not start: a failed visit, for both groups. For a canary it reports the failure too,
   * because the canary's own start script may have failed; for the stable shell, the start script does.
   */
  function report(composed: Composed, isCanary: boolean, phase: string, reason: string): void {
    const { environment, revision, shell, health } = composed;
    const newer = shell.canary?.release.version ?? '';
    const release = {
      slice: 'shell',
      ...(isCanary ? { version: newer, group: 'canary' } : { version: shell.version, group: 'stable' }),
    };
    const code = phase === 'evaluate' ? 'unexpected' : 'slice_unreachable';
    const failure = { phase, part: 'shell', code };
    if (isCanary) {
      // eslint-disable-next-line no-console -- the log is a part of the shell
      console.error('slice failed', JSON.stringify({ ...release, ...failure, owner: 'shell', reason }));
    }
    if (!health) return;
    const sampled = Math.random() < (health.sample ?? 1);
    const day = `${new Date().toISOString().slice(0, 10)} ${shell.version} ${newer}`;
    const counted = JSON.parse(localStorage.getItem('slipway.counted') ?? '{}') as Record<string, string>;
    const isVisit = sampled && counted['shell'] !== day;
    if (isVisit) localStorage.setItem('slipway.counted', JSON.stringify({ ...counted, shell: day }));
    const event = { ...release, route: '*' };
    const events = [
      ...(isCanary ? [{ ...event, kind: 'failure', ...failure }] : []),
      ...(isVisit ? [{ ...event, kind: 'visit', failed: true }] : []),
    ];
    if (events.length === 0) return;
    navigator.sendBeacon(health.url, JSON.stringify({ v: 1, environment, revision, sampled, events }));
  }

  /** Opens the same URL in this tab with the other shell. */
  async function returnToStable(version: string): Promise<void> {
    const failed = JSON.parse(sessionStorage.getItem('slipway.failed') ?? '{}') as Record<string, string[]>;
    const shells = [...(failed['shell'] ?? []), version];
    sessionStorage.setItem('slipway.failed', JSON.stringify({ ...failed, shell: shells }));
    const { ok } = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
    if (ok) window.location.reload();
  }

  function watch(composed: Composed, isCanary: boolean): void {
    let hasFailed = false;
    const fail = (phase: string, reason: string) => {
      if (hasFailed || html.dataset.start !== undefined) return;
      hasFailed = true;
      try {
        report(composed, isCanary, phase, reason);
      } catch {
        // Storage is blocked.
      }
      if (!isCanary) return; // its start script handles it
      html.dataset.start = 'failed'; // shows the document's message
      // Offline, the error message stays.
      returnToStable(composed.shell.canary?.release.version ?? '').catch(() => undefined);
    };
    const isOurs = (text: string) => text.includes(`${window.location.origin}/slices/shell/`);
    window.addEventListener(
      'error',
      (event: Event) => {
        const { target } = event;
        if (target instanceof HTMLScriptElement) {
          if (isOurs(target.src) && !target.async) fail('load', `${target.src} could not be loaded`);
        } else if (event instanceof ErrorEvent && isOurs(event.filename)) fail('evaluate', event.message);
      },
      true,
    );
    window.addEventListener('unhandledrejection', ({ reason }) => {
      if (reason instanceof Error && isOurs(reason.stack ?? '')) fail('evaluate', reason.message);
    });
    setTimeout(fail, HUNG, 'hang', `The shell did not start within ${String(HUNG / 1000)} seconds`);
  }

  const text = document.getElementById('slipway-composition')?.textContent ?? '';
  const composed = JSON.parse(text) as Composed;
  let side = 'stable';
  try {
    if (isInCanary(composed.shell)) side = 'canary';
  } catch {
    // Storage is blocked.
  }
  html.dataset.shell = side;
  watch(composed, side === 'canary');
  load(side);
})();
