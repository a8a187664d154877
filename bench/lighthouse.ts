/**
 * Lighthouse on the public pages, beside the monolith of the same sources: `npx tsx bench/lighthouse.ts [--runs 3]`. Serves
 * them as `bench/pages.ts` does, and runs Lighthouse 12, the last that Node 20 can run, with its own throttling.
 * `--contenders` selects. Writes `bench/results/lighthouse.md`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { startContenders } from './contenders/contenders';
import { createCertificate } from './contenders/serve';
import { start, stop } from './slowPages';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    port: { type: 'string', default: '4390' },
    contenders: { type: 'string', default: 'ours,monolith' },
  },
});
const RUNS = Number(options.runs);
const PORT = Number(options.port);
if (!(RUNS > 0))
  throw new Error('Usage: npx tsx bench/lighthouse.ts [--runs 3] [--contenders ours,monolith]');

const routes = ['/', '/marketplace', '/login', '/signup'];
const forms = ['mobile', 'desktop'] as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

interface Report {
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<(typeof metrics)[number], { numericValue: number }>;
}

const root = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'slipway-lighthouse-'));
const certificate = createCertificate(place);
const flags = [...chromiumFlags, `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`];

/** This process serves the pages meanwhile. */
async function measure(address: string, form: (typeof forms)[number]): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, address, '--quiet', '--output=json', '--output-path=stdout'],
      `--chrome-flags=--headless=new ${flags.join(' ')}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath() }, encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  return JSON.parse(stdout) as Report;
}

/** By row, then by column. */
const figures = new Map<string, Map<string, number[]>>();
const add = (row: string, column: string, value: number) => {
  const columns = figures.get(row) ?? new Map<string, number[]>();
  figures.set(row, columns.set(column, [...(columns.get(column) ?? []), value]));
};

const app = await start(root, PORT, { SLIPWAY_HOME: join(place, 'home') });
const wanted = options.contenders.split(',');
const sides = await startContenders({
  root,
  place,
  port: PORT,
  app: app.origin,
  routes,
  certificate,
  wanted,
});
const loads: number[] = [];
try {
  // The first run compresses the files and keeps the responses of the backend.
  for (let run = 0; run <= RUNS; run += 1) {
    for (const route of routes)
      for (const form of forms)
        for (const { name, origin } of sides) {
          const report = await measure(origin + route, form);
          if (run === 0) continue;
          const row = `${route} | ${form} | ${name}`;
          for (const each of categories)
            add(row, each, Math.round((report.categories[each].score ?? 0) * 100));
          for (const each of metrics) add(row, each, report.audits[each].numericValue);
        }
    loads.push(loadavg()[0] ?? Number.NaN);
    console.log(`run ${String(run)} of ${String(RUNS)}, load ${(loads.at(-1) ?? 0).toFixed(1)}`);
  }
} finally {
  for (const { server } of sides) server.close();
  await stop([app]);
  rmSync(place, { recursive: true, force: true });
}

const cell = (values: readonly number[], digits: number) => {
  const sorted = values.toSorted((one, other) => one - other).map((value) => value.toFixed(digits));
  return `${sorted[Math.floor(sorted.length / 2)] ?? ''} [${sorted[0] ?? ''}, ${sorted.at(-1) ?? ''}]`;
};
const rows = [...figures].map(([row, columns]) => {
  const cells = [...columns].map(([name, values]) =>
    cell(values, name === 'cumulative-layout-shift' ? 3 : 0),
  );
  return `| ${[row, ...cells].join(' | ')} |`;
});
writeFileSync(
  join(import.meta.dirname, 'results/lighthouse.md'),
  `# Lighthouse

\`npx tsx bench/lighthouse.ts ${process.argv.slice(2).join(' ')}\`, ${new Date().toISOString().slice(0, 10)}, ${String(RUNS)} runs, ${LIGHTHOUSE}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}. Medians, with the least and the greatest. Times are those that Lighthouse simulates.

| page | form | contender | performance | accessibility | best practices | SEO | LCP, ms | TBT, ms | CLS |
| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}
`,
);
