/**
 * A slice that uses another origin, in an environment that grants it: data, a picture and a page in a frame. Every other
 * origin stays blocked, and the product's own environment allows none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type Candidate, currentComposition, findWorkspace, folderStore } from '@slipway/cli';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { buildCopy, buildFixture, copyFixture } from '../../support/exampleSlices';
import { deployTo } from '../../support/localEnvironment';
import { home, origin, port, publishableKey, root, store } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.use({
  expectedErrors: /Content Security Policy|violates|Failed to (?:fetch|load resource)/,
});

const partner = `http://127.0.0.1:${String(port + 2)}`;
const tracker = `http://127.0.0.1:${String(port + 4)}`;
const name = 'partners';
const file = () => ({
  ...findWorkspace(root, { SLIPWAY_HOME: home }).environment('local'),
  name,
  address: `http://127.0.0.1:${String(port + 1)}`,
  backend: { url: '/', publishableKey: publishableKey() },
});
const all = { connect: [partner], img: [partner], frame: [partner] };

const asked: string[] = [];
const servers: Server[] = [];
let environment: EnvironmentServer;
let weather: Candidate;

/** Answers everyone, so that only the policy of the page can block a request. */
function startPartner(address: string): Promise<void> {
  const server = createServer(({ url = '/' }, response) => {
    asked.push(address + url);
    const type = url.endsWith('.svg') ? 'image/svg+xml' : 'text/html';
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(
      url.endsWith('.svg')
        ? '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
        : `Sunny at ${url}`,
    );
  });
  servers.push(server);
  return new Promise((resolve) => server.listen(Number(new URL(address).port), '127.0.0.1', resolve));
}

const withOrigins = (source: string) =>
  source.replaceAll('https://api.weather.example', partner).replaceAll('https://tracker.example', tracker);

const deployed = async (
  version: string | undefined,
  thirdParties?: Record<string, typeof all>,
  candidate = weather,
) => {
  const { shell, slices } = (await currentComposition(folderStore(store), 'local')) ?? {};
  const running: (readonly [string, string])[] = Object.entries(slices ?? {})
    .filter(([id]) => ['marketplace', 'auth'].includes(id))
    .map(([id, slice]) => [id, slice.version]);
  await deployTo(file(), {
    candidates: version === undefined ? [] : [candidate],
    edits: {
      stable: new Map<string, string | undefined>([
        ['shell', shell?.version],
        ...running,
        ['weather', version],
      ]),
    },
    reason: 'partners',
    settings: { thirdParties },
  });
};

const policies = async (path: string, of = environment.origin) => {
  const response = await fetch(of + path);
  const [, meta = ''] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(await response.text()) ?? [];
  return { meta, header: response.headers.get('content-security-policy') ?? '' };
};

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds a slice and deploys it
  await Promise.all([startPartner(partner), startPartner(tracker)]);
  weather = await buildFixture('weather', 'weather', 'slice.manifest.ts', withOrigins);
  environment = await serveEnvironment(name, port + 1);
});
test.afterAll(async () => {
  await environment.close();
  for (const server of servers) server.close();
});

test('an environment that does not grant it rejects the slice, and says how to', async () => {
  const { version } = weather.release;
  await expect(deployed(version, { weather: { ...all, frame: [] } })).rejects.toThrow(
    `weather asks for ${partner} (frame), which partners does not grant: slipway env set partners thirdParties.weather`,
  );
});

test('the slice gets what is granted, and another origin stays blocked', async ({ page }) => {
  await deployed(weather.release.version, { weather: all, marketplace: all });
  await page.goto(`${environment.origin}/weather`);
  await expect(page.getByText('Forecast: Sunny at /forecast')).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Sunny at /radar')).toBeVisible();
  await expect
    .poll(() => page.getByRole('img', { name: 'Map' }).evaluate((map: HTMLImageElement) => map.naturalWidth))
    .toBe(9);
  await expect(page.getByText('Tracker: blocked')).toBeVisible();
  expect(asked.filter((address) => address.startsWith(tracker))).toEqual([]);

  const { meta, header } = await policies('/login');
  expect(meta).toContain(`connect-src 'self' ${partner};`);
  expect(meta).toContain(`frame-src ${partner};`);
  expect(header, 'the header and the document agree').toContain(meta);
});

nightly('is deployed and rolled back by itself, and keeps its grant', async ({ page }) => {
  const versions = async () => {
    const { slices = {} } = (await currentComposition(folderStore(store), name)) ?? {};
    return Object.fromEntries(Object.entries(slices).map(([id, slice]) => [id, slice.version]));
  };
  await deployed(weather.release.version, { weather: all });
  const before = await versions();
  const copy = copyFixture('weather', 'weather-next', 'slice.manifest.ts', withOrigins);
  const file = join(copy, 'src/pages/WeatherPage.tsx');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Forecast:', 'Next forecast:'));
  const next = await buildCopy(copy);
  for (const [candidate, text] of [
    [next, 'Next forecast: Sunny at /forecast'],
    [weather, 'Forecast: Sunny at /forecast'],
  ] as const) {
    await deployed(candidate.release.version, { weather: all }, candidate);
    expect(await versions()).toEqual({ ...before, weather: candidate.release.version });
    await page.goto(`${environment.origin}/weather`);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('without the slice its grant allows nothing, and the product allows no other origin (SES-70)', async () => {
  await deployed(undefined, { weather: all });
  for (const { meta, header } of [await policies('/login'), await policies('/login', origin)]) {
    expect(meta).toContain("connect-src 'self'; img-src 'self' data:; ");
    expect(meta + header).not.toMatch(/https?:|frame-src/);
  }
});
