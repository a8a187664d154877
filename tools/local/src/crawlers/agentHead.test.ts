/** The head of a shared link to an agent, with the agents of a real backend. */
import { rmSync } from 'node:fs';
import { type Backend, startBackend } from '@slipway/backend';
import { files, newPlace } from '@slipway/backend/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentCards } from './agentCards';
import { withAgentHeads } from './agentHead';
import { agentSitemap } from './agentSitemap';

const PUBLIC = 'e0000000-0000-4000-8000-000000000001';
const PRIVATE = 'e0000000-0000-4000-8000-000000000002';
const document = [
  ...['<head>', '<title>Marketplace · Slipway</title>'],
  '<link rel="canonical" href="https://app.example/marketplace">',
  '<meta name="description" content="The product">',
  '<meta property="og:description" content="The product">',
  '<meta property="og:image" content="https://app.example/app/social.png">',
  '<meta property="og:title" content="Marketplace">',
  '<meta property="og:url" content="https://app.example/marketplace">',
  ...['</head>', '<body>', '<title>not this one · Slipway</title>', '</body>'],
].join('\n');

let place: Awaited<ReturnType<typeof newPlace>>;
let backend: Backend;
const app = withAgentHeads(
  () => Promise.resolve(new Response(document, { headers: { 'content-type': 'text/html' } })),
  () => backend,
);
const textOf = async (path: string, address = '192.0.2.1') =>
  (await app(new Request(`https://app.example${path}`), address)).text();

beforeAll(async () => {
  place = await newPlace('PostgreSQL');
  const rates = { addressRead: { burst: 20, period: 60 } };
  const origin = 'https://app.example';
  backend = await startBackend({ ...place, origin, rates, log: () => undefined, ...files });
  for (const [id, isPublic] of [
    [PUBLIC, true],
    [PRIVATE, false],
  ] as const) {
    await backend.database.rows(
      `insert into public.agents (id, creator_id, name, description, category, is_public, status)
       select $1, creator_id, '</title><script>"$&"', e'Reads\n  "mail" & more', category, $2, 'active'
       from public.agents limit 1`,
      [id, isPublic],
    );
  }
});
afterAll(async () => {
  await backend.close();
  rmSync(place.home, { recursive: true, force: true });
});

test('a public agent gives the page its name and description, escaped, and nothing below the head changes', async () => {
  const text = await textOf(`/marketplace?agent=${PUBLIC}`);
  const name = '&#60;/title&#62;&#60;script&#62;&#34;$&#38;&#34;';
  expect(text).toContain(`<title>${name}`);
  expect(text).toMatch(/<title>[^<]* · Slipway<\/title>\n<link rel="canonical"/);
  expect(text).toContain(`<meta property="og:title" content="${name}`);
  expect(text).toContain('<meta name="description" content="Reads &#34;mail&#34; &#38; more">');
  expect(text).toContain(`href="https://app.example/marketplace?agent=${PUBLIC}"`);
  expect(text).toContain(
    `<meta property="og:image" content="https://app.example/v1/agent-cards/${PUBLIC}.png">`,
  );
  expect(text).not.toContain('<script');
  expect(text.slice(text.indexOf('<body>'))).toBe(document.slice(document.indexOf('<body>')));
});

test('heads count as reads of an address: over its limit, the page has its own head', async () => {
  const heads = Array.from({ length: 21 }, () => textOf(`/marketplace?agent=${PUBLIC}`, '198.51.100.1'));
  const texts = await Promise.all(heads);
  expect(texts.filter((text) => text === document)).toHaveLength(1);
  expect(await textOf(`/marketplace?agent=${PUBLIC}`, '198.51.100.2')).not.toBe(document);
});

test.each([
  `/marketplace?agent=${PRIVATE}`,
  '/marketplace?agent=e0000000-0000-4000-8000-00000000000f',
  `/marketplace?agent=${encodeURIComponent(`${PUBLIC}&select=*`)}`,
  '/marketplace',
  `/agents?agent=${PUBLIC}`,
])('%s has the own head of the page', async (path) => {
  expect(await textOf(path)).toBe(document);
});

test('the picture of a public agent is a PNG; a private one has none (20)', async () => {
  const read = () => Promise.resolve(undefined);
  const respond = agentCards();
  const of = (file: string) => respond({ backend, pictures: { read }, file, address: '192.0.2.1' });
  const card = await of(`${PUBLIC}.png`);
  expect(card.headers.get('content-type')).toBe('image/png');
  expect(
    Buffer.from(await card.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  for (const id of [PRIVATE, '../../etc/passwd']) {
    expect((await of(`${id}.png`)).status).toBe(404);
  }
});

test('the sitemap lists public agents', async () => {
  const text = await (await agentSitemap(() => 'https://app.example')(backend)).text();
  expect(text).toContain(`<loc>https://app.example/marketplace?agent=${PUBLIC}</loc>`);
  expect(text).not.toContain(PRIVATE);
});
