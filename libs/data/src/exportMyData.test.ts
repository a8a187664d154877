// @vitest-environment jsdom
/** The user's export: every page of every table, the files of the archive, progress, failures and cancellation. */
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connect } from './client';
import { exportFileName, exportMyData } from './exportMyData';

interface Call {
  name: string;
  body: { table_name: string; after?: string; max_rows?: number };
}
type Row = Record<string, unknown>;

const calls: Call[] = [];

/** A data API with these tables. `reply` may answer a call instead. */
function serve(tables: Record<string, Row[]>, reply: (call: Call) => Response | undefined = () => undefined) {
  calls.length = 0;
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const call = { name, body: (await request.json()) as Call['body'] };
    calls.push(call);
    const special = reply(call);
    if (special) return special;
    if (name === 'begin_data_export') {
      return Response.json(
        Object.entries(tables).map(([table_name, rows]) => ({ table_name, row_count: rows.length })),
      );
    }
    const rows = tables[call.body.table_name] ?? [];
    const start = call.body.after === undefined ? 0 : Number(call.body.after) + 1;
    const page = rows.map((row_data, at) => ({ cursor: String(at), row_data }));
    return Response.json(page.slice(start, start + (call.body.max_rows ?? 500)));
  });
}

const filesOf = async (file: Blob) => {
  const entries = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer())));
  return Object.fromEntries(entries.map(([name, bytes]) => [name, strFromU8(bytes)]));
};

beforeAll(() => {
  connect({ url: 'http://backend.test', key: 'publishable' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('writes each table as JSON and CSV, with a manifest', async () => {
  const row = { id: 'a1', name: 'Zoë, the “bot”', tags: ['x', 'y'], config: { n: 1 }, gone: null };
  serve({ agents: [row, { ...row, id: 'a2', name: '=1+1' }], agent_reviews: [] });
  const file = await exportMyData();
  expect(file.type).toBe('application/zip');
  const files = await filesOf(file);
  expect(Object.keys(files).sort()).toEqual([
    'csv/agent_reviews.csv',
    'csv/agents.csv',
    'json/agent_reviews.json',
    'json/agents.json',
    'manifest.json',
  ]);
  expect(JSON.parse(files['json/agents.json'] ?? '')).toEqual([row, { ...row, id: 'a2', name: '=1+1' }]);
  expect(files['csv/agents.csv']?.split('\r\n')).toEqual([
    'id,name,tags,config,gone',
    'a1,"Zoë, the “bot”","[""x"",""y""]","{""n"":1}",',
    // A spreadsheet would calculate it.
    `a2,"'=1+1","[""x"",""y""]","{""n"":1}",`,
  ]);
  expect(JSON.parse(files['manifest.json'] ?? '')).toEqual({
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/) as string,
    tables: [
      { name: 'agents', rows: 2 },
      { name: 'agent_reviews', rows: 0 },
    ],
  });
});

test('reads every page of a table once, and reports the rows', async () => {
  serve({ profiles: [{ id: 0 }], usage_tracking: Array.from({ length: 1_201 }, (_, id) => ({ id })) });
  const progress: [number, number][] = [];
  const file = await exportMyData({ onProgress: (done, total) => progress.push([done, total]) });
  expect(progress).toEqual([
    [0, 1_202],
    [1, 1_202],
    [501, 1_202],
    [1_001, 1_202],
    [1_202, 1_202],
  ]);
  const rows = JSON.parse((await filesOf(file))['json/usage_tracking.json'] ?? '') as { id: number }[];
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 1_201 }, (_, id) => id));
});

test('more rows than were counted do not exceed the total', async () => {
  const added = Response.json([
    { cursor: '0', row_data: {} },
    { cursor: '1', row_data: {} },
  ]);
  serve({ agents: [{}] }, ({ name }) => (name === 'export_rows' ? added : undefined));
  const onProgress = vi.fn();
  await exportMyData({ onProgress });
  expect(onProgress).toHaveBeenLastCalledWith(1, 1);
});

test.each([
  [429, 'rate_limited'],
  [500, 'unexpected'],
  [503, 'unavailable'],
])('a %i rejects with %s', async (status, code) => {
  serve({ agents: [{}] }, () => Response.json({ code: 'X', message: 'no' }, { status }));
  await expect(exportMyData()).rejects.toMatchObject({ code });
  expect(calls).toHaveLength(1);
});

test('a page that fails rejects the whole export', async () => {
  serve({ agents: [{}] }, ({ name }) =>
    name === 'export_rows' ? Response.json({ message: 'no' }, { status: 503 }) : undefined,
  );
  await expect(exportMyData()).rejects.toMatchObject({ code: 'unavailable' });
});

test('a canceled export sends no further request, and rejects with the reason', async () => {
  serve({ agents: [{}], deployments: [{}] });
  const controller = new AbortController();
  const file = exportMyData({
    signal: controller.signal,
    onProgress: (done) => {
      if (done === 1) controller.abort();
    },
  });
  await expect(file).rejects.toMatchObject({ name: 'AbortError' });
  expect(calls.map(({ name }) => name)).toEqual(['begin_data_export', 'export_rows']);
  await expect(exportMyData({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(calls).toHaveLength(2);
});

test('the file has the date in UTC', () => {
  expect(exportFileName(new Date('2026-11-22T23:30:00-05:00'))).toBe('slipway-export-2026-11-23.zip');
});
