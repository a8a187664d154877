/** The rules of prerendered pages. The builds of the shell and of slices print them, and e2e/specs/frame shows them. */
import { afterEach, expect, it, vi } from 'vitest';
import { supabase, unwrap } from '@slipway/data';
import { printPages } from './printPages';

const manifest = {
  id: 'market',
  routes: [
    { path: '/market', title: 'Market', access: 'public' },
    { path: '/sales', title: 'Sales', access: 'signed-in' },
  ],
  slots: [{ name: 'landing.featured', version: 1 }],
} as const;
const requests = () => [unwrap(supabase().from('agents').select('id'))];

afterEach(() => {
  vi.restoreAllMocks();
});

it('prints pages, and requests also of slots and of pages without markup', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await printPages(
    manifest,
    { '/market': <p>Market</p> },
    { '/market': { isLoading: true }, '/sales': { requests }, 'landing.featured': { requests } },
  );
  const [printed] = write.mock.lastCall ?? [];
  const sent = [expect.objectContaining({ path: 'rest/v1/agents?select=id', method: 'GET' })];
  expect(JSON.parse(String(printed))).toEqual({
    pages: { '/market': { html: '<p>Market</p>', css: '', options: { isLoading: true } } },
    requests: { '/sales': sent, 'landing.featured': sent },
  });
});

it('names the page that throws', async () => {
  const cause = new TypeError('plan is undefined');
  const Broken = () => {
    throw cause;
  };
  const printed = printPages(manifest, { '/market': <p>Market</p>, '/sales': <Broken /> });
  await expect(printed).rejects.toMatchObject({ message: 'The page /sales cannot be prerendered', cause });
});

it('rejects requests of what the manifest does not have', async () => {
  const printed = printPages(manifest, {}, { '/sale': { requests } });
  await expect(printed).rejects.toThrow('/sale is neither a route nor a slot of market');
});
