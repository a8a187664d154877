/** The CSV export: paging by row without gaps or repeats, the columns, and the file. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BackendRequest, startBackend } from '@slipway/testing';
import { exportRecords } from './exportRecords';

let saved: Blob[];
let names: string[];

beforeEach(() => {
  saved = [];
  names = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:export';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const row = (id: number, created_at: string, more: object = {}) => ({
  ...{ id, created_at, usage_type: 'message', quantity: 1, cost: 0.01, tokens: 5 },
  ...{ deployment_id: 'd1', agent_id: 'a1' },
  ...more,
});

/** Newest first; two records share each time, so that pages also end between equals. */
const many = Array.from({ length: 2_001 }, (_, at) =>
  row(2_001 - at, new Date(Date.UTC(2026, 10, 21) - Math.floor(at / 2) * 1000).toISOString()),
);

/** Evaluates the condition of a page as PostgREST would. */
function page({ url }: BackendRequest, rows: readonly ReturnType<typeof row>[]) {
  const { searchParams } = url;
  const condition = /^\(created_at\.(\w+)\."(.+?)",and\(created_at\.eq\."(.+?)",id\.(\w+)\.(\d+)\)\)$/.exec(
    searchParams.get('or') ?? '',
  );
  const compare = (operator: string | undefined, a: number | string, b: number | string) =>
    operator === 'lt' ? a < b : a <= b;
  const after = condition
    ? rows.filter(
        ({ id, created_at }) =>
          compare(condition[1], created_at, condition[2] ?? '') ||
          (created_at === condition[3] && compare(condition[4], id, Number(condition[5]))),
      )
    : rows;
  return { json: after.slice(0, Number(searchParams.get('limit'))) };
}

const lines = async () => (await saved[0]?.text())?.split('\r\n') ?? [];

test('exports every record once, over several pages', async () => {
  const { requests } = startBackend({ 'GET usage_tracking': (request) => page(request, many) });
  expect(await exportRecords('u1')).toBe(2_001);
  expect(requests).toHaveLength(3);
  for (const { url } of requests) {
    expect(url.searchParams.get('user_id')).toBe('eq.u1');
    expect(url.searchParams.get('order')).toBe('created_at.desc,id.desc');
  }
  const [, ...records] = await lines();
  expect(records).toHaveLength(2_001);
  expect(records.map((line) => line.split(',')[0])).toEqual(many.map(({ created_at }) => created_at));
});

test('an exact number of pages ends with an empty one', async () => {
  const { requests } = startBackend({
    'GET usage_tracking': (request) => page(request, many.slice(0, 1_000)),
  });
  expect(await exportRecords('u1')).toBe(1_000);
  expect(requests).toHaveLength(2);
});

test('names the columns with their units, and the file with the day', async () => {
  startBackend({ 'GET usage_tracking': { json: [row(1, '2026-11-21T09:00:00Z')] } });
  await exportRecords('u1');
  expect(await lines()).toEqual([
    'time_utc,type,quantity,cost_usd,tokens,deployment_id,agent_id',
    '2026-11-21T09:00:00Z,message,1,0.01,5,d1,a1',
  ]);
  expect(names).toEqual([expect.stringMatching(/^slipway-usage-\d{4}-\d\d-\d\d\.csv$/)]);
  expect(saved[0]?.type).toBe('text/csv;charset=utf-8');
});

test('a spreadsheet does not run a record as a formula', async () => {
  startBackend({ 'GET usage_tracking': { json: [row(1, 'x', { usage_type: '=1+1' })] } });
  await exportRecords('u1');
  expect((await lines())[1]).toContain("'=1+1");
});

test('saves no file without records', async () => {
  startBackend({});
  expect(await exportRecords('u1')).toBe(0);
  expect(saved).toEqual([]);
});

test('a failed page fails the export', async () => {
  startBackend({ 'GET usage_tracking': { status: 500, json: { message: 'down' } } });
  await expect(exportRecords('u1')).rejects.toMatchObject({ name: 'AppError' });
  expect(saved).toEqual([]);
});
