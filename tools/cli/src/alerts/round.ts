/** One round of alerts: finds them, remembers them, and sends those that are due. The command and servers use it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthSource } from '@slipway/health';
import type { Target } from '../command-line/target';
import type { Alert } from './alert';
import { createAlertFinder } from './evaluate';
import { genericBody, slackBody } from './message';
import { type Delivery, isDue, postponed, readOutbox, updateOutbox, writeOutbox } from './outbox';
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
  /** Called in each round: a change needs no new start. @throws as `readAlertSettings` */
  readSettings: () => AlertSettings;
}

/** Returns a function that runs one round. @throws as the store, the source and the settings do, after it sent what was due before */
export function createAlertRounds(request: AlertRequest): () => Promise<AlertRound> {
  const find = createAlertFinder(request.target, request.source);
  return async () => {
    let found: Alert[];
    try {
      found = await find();
    } catch (error) {
      await runRound(request, undefined);
      throw error;
    }
    return runRound(request, found);
  };
}

type Receiver = AlertSettings['owners'][string];

/** `found` is undefined if the reports could not be read: the known problems then stay. */
async function runRound(
  { target, readSettings }: AlertRequest,
  found: Alert[] | undefined,
): Promise<AlertRound> {
  const settings = readSettings();
  const now = Date.now();
  const path = alertFiles(target.workspace.home, target.environment.name).outbox;
  const receiverOf = ({ owner }: Alert): Receiver => settings.owners[owner] ?? settings.owners['*'] ?? {};
  const isKnown = (alert: Alert) => formatsOf(receiverOf(alert)).length > 0;
  const earlier = readOutbox(path);
  const outbox = found ? updateOutbox(earlier, found, (alert) => formatsOf(receiverOf(alert)), now) : earlier;
  const save = () => {
    writeOutbox(path, outbox);
  };
  // Before anything is sent: what follows may be killed.
  save();
  const unknownOwners = [
    ...new Set((found ?? []).filter((alert) => !isKnown(alert)).map(({ owner }) => owner)),
  ];
  const round: AlertRound = { found: found ?? [], sent: 0, failed: [], unknownOwners };
  for (const entry of Object.values(outbox)) {
    for (const delivery of entry.deliveries.filter((one) => isDue(one, now))) {
      const failure = await deliver(entry.alert, delivery, receiverOf(entry.alert), settings);
      const rest = entry.deliveries.filter((one) => one !== delivery);
      entry.deliveries = failure === undefined ? rest : [...rest, postponed(delivery, now)];
      if (failure === undefined) round.sent += 1;
      else round.failed.push(failure);
      save();
    }
  }
  return round;
}

const formats = ['slack', 'json'] as const;
const formatsOf = (receiver: Receiver) => formats.filter((format) => receiver[format] !== undefined);

/** Returns why it was not delivered, or undefined. */
async function deliver(
  alert: Alert,
  { format }: Delivery,
  receiver: Receiver,
  { secret, allow }: AlertSettings,
): Promise<string | undefined> {
  const url = receiver[format];
  if (url === undefined) return `${alert.owner} has no ${format} receiver any longer`;
  try {
    await sendWebhook({ url, secret, allow }, format === 'slack' ? slackBody(alert) : genericBody(alert));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
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
