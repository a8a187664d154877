/** Writes the report of `bench/pages.ts` and its charts, after each run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf } from './chart';
import { type Circumstances, reportOf, type Series } from './report';

interface Report extends Omit<Circumstances, 'charts'> {
  folder: string;
  /** The first part of the names of the files. */
  title: string;
  routes: readonly string[];
}

export function writeReport(sides: readonly Series[], { folder, title, routes, ...rest }: Report): void {
  const keysOf = (profile: string, measure: string) =>
    routes.map((route) => `${profile} ${route} ${measure}`);
  const charts = {
    ...Object.fromEntries(
      rest.profiles.map((profile) => [
        `${title}-${profile}.svg`,
        chartOf(`LCP, ${profile}`, 'ms', keysOf(profile, 'LCP, ms'), sides),
      ]),
    ),
    [`${title}-bytes.svg`]: chartOf(
      'JavaScript of a first visit',
      'kB',
      keysOf(rest.profiles[0] ?? '', 'JavaScript, kB'),
      sides,
    ),
  };
  for (const [file, chart] of Object.entries(charts)) writeFileSync(join(folder, file), chart);
  writeFileSync(join(folder, `${title}.md`), reportOf(sides, { ...rest, charts: Object.keys(charts) }));
}
