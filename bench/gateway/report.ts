/** The benchmark's figures as Markdown. */
import type { CallerKind, Load } from './callers';
import type { Measurable } from './servers';

export interface Figures extends Load {
  /** CPU milliseconds per call: of the server, of PostgreSQL, and of callers in this process. */
  cpu: number;
  databaseCpu: number;
  callerCpu: number;
}

interface Rounds {
  full: Figures[];
  /** At half the calls per second of `full`. */
  half: Figures[];
}

export interface Measured {
  server: Measurable;
  rounds: Record<CallerKind, Rounds>;
  minutes: (Load & { heap: number; resident: number })[];
  /** Calls with status 200. */
  answered: number;
}

export const kinds: readonly CallerKind[] = ['fetch', 'sockets'];

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function tableOf(kind: CallerKind, base: Measured, all: readonly Measured[]): string[] {
  const of = ({ rounds }: Measured, load: keyof Rounds, name: keyof Figures) =>
    median(rounds[kind][load].map((one) => one[name]));
  /** Round by round, because both were measured in turn. */
  const share = ({ rounds }: Measured, load: keyof Rounds, name: 'perSecond' | 'p99') =>
    median(
      rounds[kind][load].map((one, round) => one[name] / (base.rounds[kind][load][round]?.[name] ?? NaN)),
    );
  const orNone = (milliseconds: number) => (milliseconds > 0 ? milliseconds.toFixed(3) : '');
  const row = (measured: Measured) =>
    `| ${[
      measured.server.name,
      of(measured, 'full', 'perSecond').toFixed(0),
      `${(100 * share(measured, 'full', 'perSecond')).toFixed(1)} %`,
      of(measured, 'full', 'cpu').toFixed(3),
      orNone(of(measured, 'full', 'databaseCpu')),
      orNone(of(measured, 'full', 'callerCpu')),
      of(measured, 'half', 'p50').toFixed(1),
      of(measured, 'half', 'p99').toFixed(1),
      `${share(measured, 'half', 'p99').toFixed(1)} ×`,
    ].join(' | ')} |`;
  return [
    kind === 'fetch'
      ? '## Callers by `fetch` in the process of the server'
      : '## Callers on sockets in another process',
    '',
    '| | calls per second | relative to the bare route | CPU ms per call | in PostgreSQL | of the callers | p50 ms at half load | p99 ms at half load | relative to the bare route |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...[base, ...all].map(row),
    '',
  ];
}

/** `recorded` are the billed calls of each server. */
export function reportOf(
  base: Measured,
  all: readonly Measured[],
  recorded: ReadonlyMap<Measured, number>,
): string {
  const minute = ({ perSecond, p99, heap, resident }: Measured['minutes'][number], index: number) =>
    `| ${String(index + 1)} | ${perSecond.toFixed(0)} | ${p99.toFixed(1)} | ${heap.toFixed(0)} | ${resident.toFixed(0)} |`;
  return [
    ...kinds.flatMap((kind) => tableOf(kind, base, all)),
    '## Billed calls',
    ...all.flatMap((measured) => {
      const { server, answered, minutes } = measured;
      const billed = recorded.get(measured) ?? 0;
      return [
        '',
        `${server.name}: ${String(answered)} calls answered, ${String(billed)} billed, ${String(answered - billed)} lost.`,
        ...(minutes.length === 0
          ? []
          : [
              '',
              '| minute | calls per second | p99 ms | heap MB | resident MB |',
              '|--:|--:|--:|--:|--:|',
              ...minutes.map(minute),
            ]),
      ];
    }),
  ].join('\n');
}
