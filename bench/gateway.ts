/**
 * Measures the gateway's cost per call: `npx tsx bench/gateway.ts [--seconds 3] [--rounds 3] [--callers 20]
 * [--only embedded|postgresql] [--soak 30m]`. Calls per second, CPU time per call, and latency at half load, on the
 * embedded database and on PostgreSQL, compared with a bare Hono route that returns the reply of the same model without
 * key, quota or record. Servers are processes, and take turns, so that a busy moment of the machine concerns all of them.
 * Two kinds of callers: by `fetch` inside the server's process, and on sockets in this process. The first is the
 * condition under which the targets were set; there, a call costs as much for its caller as for the gateway. The second
 * shows what the servers cost. Compare ratios, not absolute numbers of one machine. `BENCH_PROFILE=<folder>` writes a
 * CPU profile of each server.
 * Writes `bench/results/gateway.md`. `--soak` continues at half the measured load, minute by minute, and writes the heap
 * and the number of lost rows to `bench/results/gateway-soak-<database>.md` instead.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CallerKind, load } from './gateway/callers';
import { type Figures, kinds, type Measured, median, reportOf } from './gateway/report';
import { bareRoute, type Measurable, onEmbedded, onPostgres } from './gateway/servers';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '20' },
    only: { type: 'string' },
    soak: { type: 'string', default: '0m' },
  },
});
const [SECONDS, ROUNDS, CALLERS] = [options.seconds, options.rounds, options.callers].map(Number) as [
  number,
  number,
  number,
];
const SOAK_MINUTES = Number(options.soak.replace(/m$/, ''));
if (
  ![SECONDS, ROUNDS, CALLERS].every((value) => value > 0) ||
  !(SOAK_MINUTES >= 0) ||
  ![undefined, 'embedded', 'postgresql'].includes(options.only)
) {
  throw new Error('Usage: --seconds 3, --rounds 3, --callers 20, --only embedded or postgresql, --soak 30m');
}

const keys = Array.from({ length: CALLERS }, () => `ak_${randomBytes(32).toString('hex')}`);

async function measure(
  measured: Measured,
  kind: CallerKind,
  seconds: number,
  interval = 0,
): Promise<Figures> {
  const { server } = measured;
  const before = await server.usage();
  const callers = process.cpuUsage();
  const options = { kind, keys, seconds, interval };
  const result = await (kind === 'fetch' ? server.loadInside(options) : load(server.url, options));
  const { user, system } = process.cpuUsage(callers);
  const after = await server.usage();
  measured.answered += result.calls;
  return {
    ...result,
    cpu: (after.cpu - before.cpu) / result.calls,
    databaseCpu: (after.databaseCpu - before.databaseCpu) / result.calls,
    callerCpu: kind === 'fetch' ? 0 : (user + system) / 1000 / result.calls,
  };
}

/** Milliseconds between two calls of one caller, for half the load. */
const halfOf = ({ rounds }: Measured, kind: CallerKind) =>
  (2 * CALLERS * 1000) / median(rounds[kind].full.map((one) => one.perSecond));

/** Half the measured load, for the requested number of minutes. */
async function soak(measured: Measured): Promise<void> {
  const { server, minutes } = measured;
  while (minutes.length < SOAK_MINUTES) {
    const result = await measure(measured, 'sockets', 60, halfOf(measured, 'sockets'));
    const { heap, resident } = await server.usage({ isCollected: true });
    minutes.push({ ...result, heap, resident });
    console.log(
      `minute ${String(minutes.length)}: ${String(result.calls)} calls, heap ${heap.toFixed(0)} MB`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
const started: Measured[] = [];
const begin = async (server: Promise<Measurable>): Promise<Measured> => {
  const rounds = { fetch: { full: [], half: [] }, sockets: { full: [], half: [] } };
  const measured: Measured = { server: await server, rounds, minutes: [], answered: 0 };
  started.push(measured);
  return measured;
};
try {
  const base = await begin(bareRoute(folder));
  const all: Measured[] = [];
  if (options.only !== 'postgresql') all.push(await begin(onEmbedded(folder, keys)));
  if (options.only !== 'embedded') all.push(await begin(onPostgres(folder, keys)));
  for (const kind of kinds) {
    for (const one of [base, ...all]) await measure(one, kind, 2); // compiled by then
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const one of [base, ...all]) one.rounds[kind].full.push(await measure(one, kind, SECONDS));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const one of [base, ...all]) {
        // Grants and leases of the keys have expired while the others had their turn.
        await measure(one, kind, 1, halfOf(one, kind));
        one.rounds[kind].half.push(await measure(one, kind, SECONDS, halfOf(one, kind)));
      }
    }
  }
  for (const one of all) await soak(one);
  const recorded = new Map<Measured, number>();
  for (const one of all) recorded.set(one, await one.server.recorded());

  const machine = `${String(cpus().length)} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  const title =
    SOAK_MINUTES > 0 ? `The gateway: ${String(SOAK_MINUTES)} minutes at half its load` : 'The gateway';
  const text = `\`npx tsx bench/gateway.ts ${process.argv.slice(2).join(' ')}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}. ${String(CALLERS)} callers. Each server is a process, PostgreSQL, with \`fsync=off\`, another. The gateway on PostgreSQL is the built service with its log. Calls are free and run the sample model, in the bare route too. Medians of ${String(ROUNDS)} rounds in turn; half load after a second of it that does not count.`;
  const write = (name: string, some: readonly Measured[]) => {
    const report = reportOf(base, some, recorded);
    console.log(report);
    writeFileSync(join(import.meta.dirname, 'results', name), `# ${title}\n\n${text}\n\n${report}\n`);
  };
  if (SOAK_MINUTES === 0) write('gateway.md', all);
  else {
    for (const one of all)
      write(`gateway-soak-${one.server.name.endsWith('PGlite') ? 'embedded' : 'postgresql'}.md`, [one]);
  }
  if (all.some((one) => recorded.get(one) !== one.answered)) process.exitCode = 1;
} finally {
  for (const { server } of started.reverse()) await server.stop().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
}
