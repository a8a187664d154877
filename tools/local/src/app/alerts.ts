/** Watches one environment and sends alerts, when `alerts/<environment>.json` in the home folder names receivers. */
import { existsSync } from 'node:fs';
import { alertFiles, findWorkspace, LOCAL, openTarget, readAlertSettings, watchAlerts } from '@slipway/cli';
import { httpHealthSource } from '@slipway/health';

const EVERY_MS = 60_000;

interface Options {
  root: string;
  /** `local` by default. */
  environment?: string;
  home: string;
  /** The origin of the collector, and the key of its readers. */
  origin: string;
  key: string;
  log: (message: string) => void;
}

/** Returns a function that stops it. @throws `invalid_input`, `forbidden` for a wrong file of settings */
export async function startAlerts({
  root,
  environment = LOCAL,
  home,
  origin,
  key,
  log,
}: Options): Promise<() => Promise<void>> {
  const { settings } = alertFiles(home, environment);
  if (!existsSync(settings)) return () => Promise.resolve();
  const readSettings = () => readAlertSettings(settings);
  readSettings();
  const stop = new AbortController();
  const request = {
    target: await openTarget(findWorkspace(root, process.env), environment),
    source: httpHealthSource(origin, key),
    readSettings,
  };
  const watching = watchAlerts(request, {
    every: EVERY_MS,
    signal: stop.signal,
    report(round) {
      for (const message of round instanceof Error ? [round.message] : round.failed)
        log(`alerts in ${environment}: ${message}`);
    },
  });
  return async () => {
    stop.abort();
    await watching;
  };
}
