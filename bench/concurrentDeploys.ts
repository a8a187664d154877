/**
 * Deploys at once, each of another slice, against the same ones after each other, alternately:
 * `npx tsx bench/concurrentDeploys.ts 50`. Into a folder and into a bucket in memory. Every deploy must take effect.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Candidate, currentComposition, deploy, findWorkspace, builtRelease } from '@slipway/cli';
import { shellFiles, shellRelease, sliceFiles, sliceRelease } from '../tools/cli/src/testing/releases';
import { s3Credentials, startS3Server } from '../tools/cli/src/testing/s3Server';

const COUNT = Number(process.argv[2] ?? 50);
/** Rounds of each kind: concurrent, and one after the other. */
const ROUNDS = 2;

const ids = Array.from({ length: COUNT }, (_, index) => `s${String(index)}`);

function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const build = (place: string, id: string, round: number): Promise<Candidate> => {
  const routes = [{ path: `/${id}`, title: id, access: 'public' as const }];
  const preload = { [`/${id}`]: ['page.js'] };
  const release = sliceRelease({ id, owner: `team-${String(round)}`, slots: [], routes, preload });
  const files = { ...sliceFiles, 'release.json': JSON.stringify(release) };
  return builtRelease(write(join(place, 'builds', id, String(round)), files));
};

/** Milliseconds of each kind. */
async function measure(address: string): Promise<{ sequence: number[]; concurrent: number[] }> {
  const place = mkdtempSync(join(tmpdir(), 'slipway-concurrent-'));
  const times = { sequence: [] as number[], concurrent: [] as number[] };
  try {
    write(place, {
      'nx.json': '{}',
      'environments/staging.json': JSON.stringify({
        ...{ name: 'staging', store: address || join(place, 'store'), address: 'https://staging.example' },
        backend: { url: 'https://backend.example', publishableKey: 'sb_publishable_bench' },
      }),
    });
    write(join(place, 'shell'), { ...shellFiles, 'release.json': JSON.stringify(shellRelease()) });
    const workspace = findWorkspace(place, { SLIPWAY_OWN_STORE: '1' });
    const environment = workspace.environment('staging');
    const run = async (candidates: readonly Candidate[]) =>
      deploy({
        ...{ workspace, environment, store: await workspace.store(environment), candidates },
        edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
        ...{ author: 'bench', reason: 'bench' },
      });
    const all = (round: number) => Promise.all(ids.map((id) => build(place, id, round)));
    await run([await builtRelease(join(place, 'shell')), ...(await all(0))]);
    for (let round = 1; round <= 2 * ROUNDS; round += 1) {
      const candidates = await all(round);
      const began = performance.now();
      const isConcurrent = round % 2 === 0;
      if (isConcurrent) await Promise.all(candidates.map((candidate) => run([candidate])));
      else for (const candidate of candidates) await run([candidate]);
      times[isConcurrent ? 'concurrent' : 'sequence'].push(performance.now() - began);
      const now = await currentComposition(await workspace.store(environment), 'staging');
      const lost = candidates.filter(({ release }) => now?.slices[release.id]?.version !== release.version);
      if (lost.length > 0) throw new Error(`${String(lost.length)} deploys were lost`);
    }
    return times;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const mean = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / times.length;

Object.assign(process.env, s3Credentials);
const bucket = await startS3Server();
console.log(
  `| store | ${String(COUNT)} in sequence, ms | ${String(COUNT)} at once, ms | ratio |\n| --- | ---: | ---: | ---: |`,
);
for (const [kind, address] of [
  ['folder', ''],
  ['bucket', `s3://${bucket.bucket}/store?endpoint=${bucket.endpoint}`],
] as const) {
  const { sequence, concurrent } = await measure(address);
  const [one, other] = [mean(sequence), mean(concurrent)];
  console.log(`| ${kind} | ${one.toFixed(0)} | ${other.toFixed(0)} | ${(other / one).toFixed(2)} |`);
}
await bucket.close();
