/** One round of alerts: finds them, remembers them, and sends those that are due. The command and servers use it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthSource } from '@slipway/health';
import type { Target } from '../command-line/target';
import { type Alert, createAlertFinder } from './evaluate';
import { genericBody, slackBody } from './message';
import { isDue, type Outbox, postponed, readOutbox, updateOutbox, writeOutbox } from './outbox';
import { alertFiles, type AlertSettings } from './settings';
import { sendWebhook } from './webhook';

export interface AlertRound {
  /** Problems that exist now. */
  found: Alert[];
  sent: number;
  /** Deliveries that failed, with the reason; the next rounds try again. */
  failed: string[];
  /** Owners of found alerts without a receiver. */
  unknownOwners: string[];
}

export interface AlertRequest {
  target: Target;
  source: HealthSource;
  settings: AlertSettings;
}

/** Returns a function that runs one round. @throws as the store and the source do */
export function createAlertRounds(request: AlertRequest): () => Promise<AlertRound> {
  const find = createAlertFinder(request.target, request.source);
  return async () => runRound(request, await find());
}

async function runRound({ target, settings }: AlertRequest, found: Alert[]): Promise<AlertRound> {
  const { owners, secret, allow } = settings;
  const now = Date.now();
  const path = alertFiles(target.workspace.home, target.environment.name).outbox;
  const receiversOf = ({ owner }: Alert) => owners[owner] ?? owners['*'] ?? {};
  const outbox = updateOutbox(
    readOutbox(path),
    found,
    (alert) =>
      Object.entries(receiversOf(alert)).map(([format, url]) => ({
        format: format === 'slack' ? 'slack' : 'json',
        url,
      })),
    now,
  );
  // Before anything is sent: what follows may be killed.
  writeOutbox(path, outbox);
  const result: AlertRound = {
    ...{ found, sent: 0, failed: [] },
    unknownOwners: [
      ...new Set(
        found.filter((alert) => Object.keys(receiversOf(alert)).length === 0).map(({ owner }) => owner),
      ),
    ],
  };
  await deliver(outbox, { secret, allow }, now, result, () => {
    writeOutbox(path, outbox);
  });
  return result;
}

async function deliver(
  outbox: Outbox,
  { secret, allow }: Pick<AlertSettings, 'secret' | 'allow'>,
  now: number,
  result: AlertRound,
  save: () => void,
): Promise<void> {
  for (const entry of Object.values(outbox)) {
    for (const delivery of entry.deliveries.filter((one) => isDue(one, now))) {
      const body = delivery.format === 'slack' ? slackBody(entry.alert) : genericBody(entry.alert);
      const rest = entry.deliveries.filter((one) => one !== delivery);
      try {
        await sendWebhook({ url: delivery.url, secret, allow }, body);
        entry.deliveries = rest;
        result.sent += 1;
      } catch (error) {
        entry.deliveries = [...rest, postponed(delivery, now)];
        result.failed.push(error instanceof Error ? error.message : String(error));
      }
      save();
    }
  }
}

/** Runs rounds until `signal` aborts. A round that fails is reported, and the next one tries again. */
export async function watchAlerts(
  request: AlertRequest,
  { every, signal, report }: { every: number; signal: AbortSignal; report(round: AlertRound | Error): void },
): Promise<void> {
  const round = createAlertRounds(request);
  while (!signal.aborted) {
    report(await round().catch((error: unknown) => error as Error));
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
