/** Watches the local environment and sends alerts, when `alerts/local.json` in the home folder names receivers. */
import { existsSync } from 'node:fs';
import { alertFiles, findWorkspace, openTarget, readAlertSettings, watchAlerts } from '@slipway/cli';
import { httpHealthSource } from '@slipway/health';
import { LOCAL } from './environmentOf';

const EVERY_MS = 60_000;

interface Options {
  root: string;
  home: string;
  /** The origin of the collector, and the key of its readers. */
  origin: string;
  key: string;
  log: (message: string) => void;
}

/** Returns a function that stops it. @throws `invalid_input`, `forbidden` for a wrong file of settings */
export async function startAlerts({ root, home, origin, key, log }: Options): Promise<() => Promise<void>> {
  const { settings } = alertFiles(home, LOCAL);
  if (!existsSync(settings)) return () => Promise.resolve();
  const stop = new AbortController();
  const request = {
    target: await openTarget(findWorkspace(root, process.env), LOCAL),
    source: httpHealthSource(origin, key),
    settings: readAlertSettings(settings),
  };
  const watching = watchAlerts(request, {
    every: EVERY_MS,
    signal: stop.signal,
    report(round) {
      for (const message of round instanceof Error ? [round.message] : round.failed)
        log(`alerts: ${message}`);
    },
  });
  return async () => {
    stop.abort();
    await watching;
  };
}
