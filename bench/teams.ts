/**
 * Fifty teams that each deploy five times a day for a month, in one store: `npx tsx bench/teams.ts [days] [teams]`. The
 * store's clock is simulated; everything else is real. Deploys of five teams run at once. After each day, every team has to have
 * its last release, the history every deploy, and `prune` runs as an operator's job does. The row of a day has all deploys
 * that were lost until then, so a run that is ended early counts for its days. Fails when a deploy is lost.
 */
import { loadavg } from 'node:os';
import { history } from '../tools/cli/src/composition/read';
import { prunable, prune } from '../tools/cli/src/composition/prune';
import { storeWith } from './scaleStore';

const [days = 30, teams = 50] = process.argv.slice(2).map(Number);
const DEPLOYS_PER_DAY = 5;
/** Two deploys of one slice at once are a conflict, so at most one of each team. */
const AT_ONCE = Math.min(5, teams);
const DAY = 86_400_000;

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
const MB = (bytes: number) => (bytes / 1e6).toFixed(1);

const bench = await storeWith(teams, { links: [] });
const began = bench.time();
let deploys = 1; // the first one deployed all slices
let replaced = 0; // last releases of a team that do not run
let recorded = 0; // revisions in the history
let newest = 0;
let lost = 0;
console.log(
  '| day | deploys | lost | p50, ms | p95, ms | CPU of one, ms | store, MB | removed releases | removed revisions | prune, ms | load |\n| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
);
try {
  for (let day = 1; day <= days; day += 1) {
    const times: number[] = [];
    const cpuBefore = process.cpuUsage();
    const last = new Map<string, string>();
    const turns = Array.from({ length: DEPLOYS_PER_DAY }, () =>
      Array.from({ length: teams }, (_, team) => team),
    );
    const order = turns.flat();
    for (let index = 0; index < order.length; index += AT_ONCE) {
      bench.setTime(began + (day - 1) * DAY + Math.round((index / order.length) * DAY));
      await Promise.all(
        order.slice(index, index + AT_ONCE).map(async (team) => {
          const { id, version, time } = await bench.deployTeam(team);
          last.set(id, version);
          times.push(time);
        }),
      );
      deploys += Math.min(AT_ONCE, order.length - index);
    }
    const used = process.cpuUsage(cpuBefore);
    const cpu = (used.user + used.system) / 1_000 / order.length;
    const running = await bench.running();
    replaced += [...last].filter(([id, version]) => running[id] !== version).length;
    const before = newest;
    for await (const { composition } of history(bench.store, 'staging')) {
      newest = Math.max(newest, composition.revision);
      if (composition.revision === before) break; // the day before has counted the rest
      recorded += 1;
    }
    lost = replaced + deploys - recorded;
    const start = performance.now();
    const unused = await prunable(bench.store, [], began + day * DAY);
    await prune(bench.store, unused);
    const took = performance.now() - start;
    console.log(
      `| ${String(day)} | ${String(deploys)} | ${String(lost)} | ${quantile(times, 0.5).toFixed(0)} | ${quantile(times, 0.95).toFixed(0)} | ${cpu.toFixed(0)} | ${MB(await bench.bytes())} | ${String(unused.releases.length)} | ${String(unused.revisions.length)} | ${took.toFixed(0)} | ${(loadavg()[0] ?? Number.NaN).toFixed(0)} |`,
    );
  }
  // Pages may use a release for 30 days, so a month without deploys shows what is left of this one.
  const before = await bench.bytes();
  bench.setTime(began + (days + 31) * DAY);
  const unused = await prunable(bench.store, [], began + (days + 31) * DAY);
  await prune(bench.store, unused);
  console.log(
    `\nA month later prune removes ${String(unused.releases.length)} releases, the files of ${String(unused.files.length)} and the documents of ${String(unused.revisions.length)} revisions: ${MB(before)} MB become ${MB(await bench.bytes())}`,
  );
} finally {
  bench.remove();
}
console.log(`\n${String(deploys)} deploys, ${String(lost)} lost`);
process.exitCode = lost === 0 ? 0 : 1;
