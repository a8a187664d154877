/**
 * Costs that may grow with the number of slices: `npx tsx bench/scale.ts [slices …]`, by default 6, 25, 106, 500 and 1000.
 * Bytes of documents, the time of a deploy of one slice and the bytes that it writes, by turns between the stores.
 */
import { type DeployCost, type StoreBench, storeWith } from './scaleStore';

const given = process.argv.slice(2).map(Number).filter(Number.isInteger);
const COUNTS = given.length > 0 ? given : [6, 25, 106, 500, 1000];
const ROUNDS = 7;
/** The first ones compile the code. */
const WARM_UP = 2;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const kB = (bytes: number) => (bytes / 1000).toFixed(1);

const stores: StoreBench[] = [];
try {
  for (const count of COUNTS) stores.push(await storeWith(count, { links: [] }));
  const costs = new Map<StoreBench, DeployCost[]>(stores.map((store) => [store, []]));
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const store of round % 2 === 0 ? stores : [...stores].reverse()) {
      const cost = await store.deployOnce();
      if (round >= WARM_UP) costs.get(store)?.push(cost);
    }
  }
  console.log(
    '| slices | document of a slice, kB | compressed, kB | of the shell, kB | deploy, ms | written, kB |\n| --: | --: | --: | --: | --: | --: |',
  );
  for (const store of stores) {
    const { shell, slice, compressed } = await store.documents();
    const deploys = costs.get(store) ?? [];
    const time = median(deploys.map((deploy) => deploy.time));
    const bytes = median(deploys.map((deploy) => deploy.bytes));
    console.log(
      `| ${String(store.slices)} | ${kB(slice)} | ${kB(compressed)} | ${kB(shell)} | ${time.toFixed(0)} | ${kB(bytes)} |`,
    );
  }
} finally {
  for (const store of stores) store.remove();
}
