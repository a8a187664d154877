/**
 * Each name of cached data, the first part of a query key, belongs to one app of the product: two slices with the same key and
 * other data would read each other's. Another app may use a name that its owner lists in `caches` (decision 066).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manifest as billing } from '../../../apps/billing/slice.manifest';
import { manifest as deployments } from '../../../apps/deployments/slice.manifest';
import { manifest as auth } from '../../../apps/auth/slice.manifest';
import { manifest as marketplace } from '../../../apps/marketplace/slice.manifest';

const apps = join(import.meta.dirname, '../../../apps');
const shared: readonly string[] = [
  ...auth.caches,
  ...billing.caches,
  ...deployments.caches,
  ...marketplace.caches,
];

/** The first parts of the query keys in a text. */
const namesIn = (source: string) =>
  [...source.matchAll(/(?:queryKey:|\b(?:all|[kK]ey)(?: =|: \(\) =>)) \['([^']+)'/g)].map(
    ([, name = '']) => name,
  );

function namesOf(app: string): string[] {
  const files = readdirSync(join(apps, app, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  return [...new Set(sources.flatMap((file) => namesIn(readFileSync(join(apps, app, 'src', file), 'utf8'))))];
}

const names = ['agents', 'auth', 'billing', 'deployments', 'marketplace', 'shell'].map(
  (app) => [app, namesOf(app)] as const,
);

it('finds the names of queries, of groups and of invalidations', () => {
  expect(namesIn("queryKey: ['quote', id]; all: () => ['deployments'] as const; queryKey: [name]")).toEqual([
    'quote',
    'deployments',
  ]);
  expect(Object.fromEntries(names)['deployments']).toContain('deployments');
  expect(names.flatMap(([, found]) => found).length).toBeGreaterThan(20);
});

it('each name belongs to one app, unless its owner shares it', () => {
  const all = names.flatMap(([app, found]) => found.map((name) => ({ app, name })));
  const repeated = all.filter(
    ({ app, name }) =>
      !shared.includes(name) && all.some((other) => other.name === name && other.app !== app),
  );
  expect(repeated).toEqual([]);
});
