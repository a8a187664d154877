/**
 * Judges the canaries of the environments whose files the collector has. One collector at a time does; it performs a step
 * for which it has a key, and proposes any other one in its log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CanaryTurn, canaryTurns } from '@slipway/cli/canaries';
import type { HealthSource } from '@slipway/health';
import type { Logger } from 'pino';
import type { Leader } from './leader';

export interface Judging {
  environments: readonly string[];
  source: HealthSource;
  leader: Leader;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds between two turns. */
  every: number;
  env: NodeJS.ProcessEnv;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Returns a function that ends it, after the turn that runs. */
export function startJudging({
  environments,
  source,
  leader,
  log,
  every,
  env,
}: Judging): () => Promise<void> {
  const stop = new AbortController();
  /** Environment to its turns, from the first time that it can be opened. */
  const opened = new Map<string, () => Promise<CanaryTurn[]>>();
  /** The last line of each canary: an equal one is not repeated. */
  const shown = new Map<string, string>();

  const show = (environment: string, { slice, version, result }: CanaryTurn) => {
    const about = { environment, slice, version };
    const line =
      result instanceof Error
        ? { ...about, reason: result.message }
        : { ...about, kind: result.kind, percent: result.percent, reasons: result.reasons };
    const key = `${environment} ${slice}`;
    const text = JSON.stringify(line);
    if (shown.get(key) === text) return;
    shown.set(key, text);
    if (result instanceof Error) log.warn(line, 'canary not judged');
    else log.info(line, `canary ${result.kind}`);
  };

  async function judge(environment: string): Promise<void> {
    const take = opened.get(environment) ?? (await canaryTurns(environment, source, env));
    opened.set(environment, take);
    for (const taken of await take()) show(environment, taken);
  }

  /** One environment that cannot be judged stops no other. */
  async function judgeAll(): Promise<void> {
    for (const environment of environments) {
      await judge(environment).catch((error: unknown) => {
        show(environment, { slice: '*', version: '', result: asError(error) });
      });
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        if (await leader.isLeader()) await judgeAll();
      } catch (error) {
        log.warn({ reason: asError(error).message }, 'canaries not judged');
      }
      await sleep(every, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    await leader.resign();
  }
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
