/** Judges the canaries of one environment, when its settings have `canaries`. */
import { author, findWorkspace, LOCAL, openTarget, watchCanaries } from '@slipway/cli';
import { httpHealthSource } from '@slipway/health';

const EVERY_MS = 60_000;

interface Options {
  root: string;
  /** `local` by default. */
  environment?: string;
  /** The origin of the collector, and the key of its readers. */
  origin: string;
  key: string;
  log: (message: string) => void;
}

/** Returns a function that stops it. */
export async function startCanaries({
  root,
  environment = LOCAL,
  origin,
  key,
  log,
}: Options): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const watched = {
    target: await openTarget(findWorkspace(root, process.env), environment),
    source: httpHealthSource(origin, key),
    author: author(process.env, root),
  };
  let shown = '';
  const watching = watchCanaries(watched, {
    every: EVERY_MS,
    signal: stop.signal,
    report(turns) {
      const lines =
        turns instanceof Error
          ? [turns.message]
          : turns.map(({ slice, version, result }) =>
              result instanceof Error
                ? result.message
                : `${slice} ${version.slice(0, 8)} ${result.kind}, ${String(result.percent)} %: ${result.reasons.join('; ')}`,
            );
      const text = lines.map((line) => `canary in ${environment}: ${line}`).join('\n');
      if (text !== shown && text !== '') log(text);
      shown = text;
    },
  });
  return async () => {
    stop.abort();
    await watching;
  };
}
