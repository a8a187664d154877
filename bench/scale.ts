/**
 * Costs that may grow with the number of slices: `npx tsx bench/scale.ts [--rounds N] [--series FILE] [slices …]`, by default
 * 6, 25, 106, 500 and 1000 slices in one run. With `--series`, a run keeps its rows in FILE, and the report has those of all
 * runs: `6 500`, then `6 1000`, each with its own 6 to compare with. Bytes of documents, the time of a deploy of one slice
 * and the bytes that it writes, alternately between the stores; and the same deploy as a command of a user, which is a separate
 * process, for stores with up to 106 slices. Writes `bench/results/scale.md`, without the pages of `bench/scalePages.ts`,
 * which are below its marker.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DeployCost, type StoreBench, storeWith } from './scaleStore';
import { ratioOf } from './slowPages';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' }, series: { type: 'string' } },
});
const given = positionals.map(Number).filter(Number.isInteger);
const COUNTS = given.length > 0 ? given : [6, 25, 106, 500, 1000];
const ROUNDS = Number(options.rounds);
/** Deploys into each store that are not counted, alternately. */
const WARM_UP = 3;
/** Deploys into each small store before those: V8 compiles in other threads for about as many deploys of 106 slices. */
const COMPILING = 60;
/** Slices of a store whose deploys are also measured as commands. */
const MOST_FOR_COMMAND = 106;
const FILE = join(import.meta.dirname, 'results/scale.md');
/** Starts the section that `bench/scalePages.ts` writes. */
const PAGES = '## Pages';

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const kB = (bytes: number) => (bytes / 1000).toFixed(1);

interface Row {
  slices: number;
  shell: number;
  slice: number;
  compressed: number;
  cpu: number;
  time: number;
  bytes: number;
  rounds: number;
  ratio: string;
}

/** By the number of slices; `commands` are lines of their table. */
interface Series {
  rows: Record<string, Row>;
  commands: Record<string, string>;
}

const { series } = options;
const earlier: Series =
  series !== undefined && existsSync(series)
    ? (JSON.parse(readFileSync(series, 'utf8')) as Series)
    : { rows: {}, commands: {} };

const stores: StoreBench[] = [];
const load = loadavg()[0] ?? Number.NaN;
try {
  for (const count of COUNTS) stores.push(await storeWith(count, { links: [] }));
  for (const store of stores.filter(({ slices }) => slices <= MOST_FOR_COMMAND))
    for (let index = 0; index < COMPILING; index += 1) await store.deployTeam(index % store.slices);
  const costs = new Map<StoreBench, DeployCost[]>(stores.map((store) => [store, []]));
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const store of round % 2 === 0 ? stores : [...stores].reverse()) {
      const cost = await store.deployOnce();
      if (round >= WARM_UP) costs.get(store)?.push(cost);
    }
  }
  const small = stores.filter(({ slices }) => slices <= MOST_FOR_COMMAND);
  const byCommand = small.length > 1 ? small : []; // a single one has nothing to compare with
  const commands = new Map<StoreBench, Omit<DeployCost, 'bytes'>[]>(byCommand.map((store) => [store, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const store of round % 2 === 0 ? byCommand : [...byCommand].reverse()) {
      const cost = store.deployByCommand();
      if (round > 0) commands.get(store)?.push(cost); // the first one compiles the command line
    }
  }
  const ofFirst = [...commands.values()][0] ?? [];
  const commandRows = [...commands].map(([{ slices }, costs]): [slices: number, row: string] => {
    const against = (what: 'time' | 'cpu') => {
      const { middle, low, high } = ratioOf(
        costs.map((cost) => cost[what]),
        ofFirst.map((cost) => cost[what]),
      );
      return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    };
    const middles = [median(costs.map(({ time }) => time)), median(costs.map(({ cpu }) => cpu))];
    const row = `| ${[String(slices), ...middles.map((value) => value.toFixed(0)), against('time'), against('cpu')].join(' | ')} |`;
    return [slices, row];
  });
  const [first] = stores;
  const firstCpu = (first ? (costs.get(first) ?? []) : []).map(({ cpu }) => cpu);
  const measured = await Promise.all(
    stores.map(async (store): Promise<Row> => {
      const { shell, slice, compressed } = await store.documents();
      const deploys = costs.get(store) ?? [];
      const cpu = deploys.map((deploy) => deploy.cpu);
      const { middle, low, high } = ratioOf(cpu, firstCpu);
      return {
        ...{ slices: store.slices, shell, slice, compressed, cpu: median(cpu) },
        time: median(deploys.map((deploy) => deploy.time)),
        bytes: median(deploys.map((deploy) => deploy.bytes)),
        rounds: ROUNDS,
        ratio: `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
      };
    }),
  );
  const all: Series = {
    rows: { ...earlier.rows, ...Object.fromEntries(measured.map((row) => [row.slices, row])) },
    commands: { ...earlier.commands, ...Object.fromEntries(commandRows) },
  };
  if (series !== undefined) writeFileSync(series, JSON.stringify(all, undefined, 2));
  const rows = Object.values(all.rows).sort((a, b) => a.slices - b.slices);
  const chart = (title: string, unit: string, values: readonly number[]) => [
    '```mermaid',
    'xychart-beta',
    `    title "${title}"`,
    `    x-axis "slices" [${rows.map(({ slices }) => slices).join(', ')}]`,
    `    y-axis "${unit}"`,
    `    line [${values.map((value) => value.toFixed(1)).join(', ')}]`,
    '```',
    '',
  ];
  const report = [
    '# Many slices',
    '',
    `\`npx tsx bench/scale.ts\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, shared with other work, load ${load.toFixed(0)} at the start and ${(loadavg()[0] ?? Number.NaN).toFixed(0)} at the end, Node ${process.version}. Medians of deploys of one slice into a folder, alternately with the first row, in one process whose code ${String(COMPILING)} deploys into each store of up to ${String(MOST_FOR_COMMAND)} slices have compiled. Processor time is what load changes least; the ratio is that of pairs, with its 95 % interval. Bytes are without the files of the release.`,
    '',
    '| slices | deploys | document of a slice, kB | compressed, kB | of `/`, kB | deploy, ms | CPU, ms | CPU against the first row | written, kB |',
    '| --: | --: | --: | --: | --: | --: | --: | --- | --: |',
    ...rows.map(
      ({ slices, rounds, slice, compressed, shell, time, cpu, ratio, bytes }) =>
        `| ${String(slices)} | ${String(rounds)} | ${kB(slice)} | ${kB(compressed)} | ${kB(shell)} | ${time.toFixed(0)} | ${cpu.toFixed(0)} | ${ratio} | ${kB(bytes)} |`,
    ),
    '',
    ...chart(
      'Processor time of a deploy',
      'ms',
      rows.map(({ cpu }) => cpu),
    ),
    ...chart(
      'Bytes that a deploy writes',
      'kB',
      rows.map(({ bytes }) => bytes / 1000),
    ),
    '## The command',
    '',
    `\`npx slipway deploy\` of one slice, in a new process for each deploy, alternately. Medians; the ratios are those of pairs, with their 95 % interval.`,
    '',
    '| slices | time, ms | CPU, ms | time against the first row | CPU against the first row |',
    '| --: | --: | --: | --- | --- |',
    ...Object.values(all.commands),
    '',
    '',
  ].join('\n');
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const pages = before.includes(PAGES) ? before.slice(before.indexOf(PAGES)) : '';
  writeFileSync(FILE, report + pages);
  console.log(report);
} finally {
  for (const store of stores) store.remove();
}
