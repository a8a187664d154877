/** The first script of the shell and the releases contain no code twice, and none that their pages do not use. `../smoke` has the sizes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/server';
import { expect, test } from '../../support/test';

const dist = join(root, 'apps/shell/dist');
const first = readdirSync(dist).find((name) => /^main\..*\.js$/.test(name)) ?? '';

test('the first script has one runtime of containers, which is ours, and no development build of the router', () => {
  const maps = JSON.parse(readFileSync(join(dist, 'source-maps.json'), 'utf8')) as Record<
    string,
    { sources: string[] }
  >;
  const sources = maps[first]?.sources ?? [];
  expect(sources.filter((path) => path.includes('@module-federation/'))).toEqual([]);
  expect(sources.filter((path) => path.endsWith('/loading/containerRuntime.ts'))).toHaveLength(1);
  // Its code is in chunks. Maps name an entry by the path that was asked for.
  const router = sources.filter((path) => /react-router\/dist\/.*\/chunk-/.test(path));
  expect(router).toEqual([expect.stringContaining('/production/')]);
});

test('the first script validates nothing, and has no functions of the router for data', () => {
  const maps = readFileSync(join(dist, 'source-maps.json'), 'utf8');
  const { [first]: main } = JSON.parse(maps) as Record<string, { sources: string[] }>;
  expect(main?.sources.filter((path) => path.includes('/valibot/'))).toEqual([]);
  const script = readFileSync(join(dist, first), 'utf8');
  expect(script).toContain('react-router is not in this build');
  expect(script).not.toContain('No result returned from dataStrategy');
});

test('the first script has no hydration of React', () => {
  const script = readFileSync(join(dist, first), 'utf8');
  expect(script).toContain('updateDehydratedSuspenseComponent of react-dom is not in this build');
  // Where React waits for events that arrived before the hydration of their form.
  expect(script).not.toContain('$$reactFormReplay');
});

test("the first script has no parts of React Query and of Supabase's client that nothing uses", () => {
  const maps = readFileSync(join(dist, 'source-maps.json'), 'utf8');
  const { [first]: main } = JSON.parse(maps) as Record<string, { sources: string[] }>;
  expect(
    main?.sources.filter((path) => /\/(?:hydration|streamedQuery|HydrationBoundary)\.js$/.test(path)),
  ).toEqual([]);
  const script = readFileSync(join(dist, first), 'utf8');
  expect(script).toContain('React Query is not in this build');
  expect(script).toContain('supabase-js is not in this build');
  expect(script).not.toContain('opentelemetry');
});

test('the first script has no auth client, and the chunk of the client has no parts that nothing uses', () => {
  const maps = readFileSync(join(dist, 'source-maps.json'), 'utf8');
  const { [first]: main, ...chunks } = JSON.parse(maps) as Record<string, { sources: string[] }>;
  const isAuth = (path: string) => path.includes('@supabase/auth-js/');
  expect(main?.sources.filter(isAuth)).toEqual([]);
  const parts = Object.values(chunks).flatMap(({ sources }) => sources.filter(isAuth));
  expect(parts.filter((path) => path.endsWith('/GoTrueClient.js'))).toHaveLength(1);
  expect(parts.filter((path) => /webauthn|ethereum/.test(path))).toEqual([]);
});

test('the first script is compiled while it arrives, and its modules are in no function of the runtime', () => {
  const script = readFileSync(join(dist, first), 'utf8');
  expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n"use strict";\(\(\)=>\{/);
  expect(script.indexOf('.push([["main"],{')).toBeLessThan(script.indexOf('https://react.dev/errors/'));
});

test('a package is in the file of the code that uses it', () => {
  for (const app of ['shell', 'agents', 'auth', 'billing', 'deployments', 'marketplace'])
    expect(
      readdirSync(join(root, 'apps', app, 'dist')).filter((name) => name.startsWith('vendors-')),
    ).toEqual([]);
});

test('a release in English contains no code and no file for other languages', () => {
  for (const app of ['shell', 'agents', 'auth', 'billing', 'deployments', 'marketplace']) {
    const dist = join(root, 'apps', app, 'dist');
    expect(JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8'))).not.toHaveProperty('languages');
    const maps = readFileSync(join(dist, 'source-maps.json'), 'utf8');
    expect(maps).not.toMatch(/(?:platform|contracts)\/src\/languages/);
    const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => readFileSync(join(dist, name), 'utf8').includes('slipwayTexts'))).toEqual(
      [],
    );
  }
});

test('text is in the script that shows it: first scripts have none of dialogs, and slots none of pages', () => {
  const catalogsOf = (app: string, script: string) => {
    const maps = readFileSync(join(root, 'apps', app, 'dist/source-maps.json'), 'utf8');
    const found = Object.entries(JSON.parse(maps) as Record<string, { sources: string[] }>).filter(([name]) =>
      name.startsWith(script),
    );
    return found
      .flatMap(([, { sources }]) => sources)
      .flatMap((path) => new RegExp(`apps/${app}/src/(.*messages)\\.ts$`).exec(path)?.[1] ?? [])
      .sort();
  };
  expect(catalogsOf('shell', 'main.')).toEqual(['messages']);
  expect(catalogsOf('shell', 'src_routes_LandingPage')).toEqual(['features/landing/messages']);
  expect(catalogsOf('auth', 'src_routes_LoginPage')).toEqual([
    'features/account/shared/messages',
    'features/sign-in/messages',
    'messages',
  ]);
  expect(catalogsOf('agents', 'src_slots_Playground')).toEqual(['features/playground/messages', 'messages']);
  expect(catalogsOf('marketplace', 'src_slots_featuredSlot')).toEqual([
    'features/featured/messages',
    'messages',
  ]);
});
