/** Requests that PostgREST rejects. One table of calls, so one long file. */
import { type Call, type Fixture, rest } from './fixture';

/** A request that supabase-js cannot write. */
const raw = async ({ origin, served }: Fixture, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${origin}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: served.backend.publishableKey, ...(init.headers as Record<string, string>) },
  });
  const body = (await response.json().catch(() => ({}))) as { code?: string };
  return { status: response.status, code: body.code };
};

export const errors: Call[] = [
  {
    name: 'an unknown table',
    run: ({ visitor }) => rest(visitor.from('no_such_table').select()),
    expected: { status: 404, code: 'PGRST205' },
  },
  {
    name: 'an unknown schema',
    run: ({ visitor }) => rest(visitor.schema('private').from('agents').select()),
    expected: { status: 406, code: 'PGRST106' },
  },
  {
    name: 'an unknown column in select',
    run: ({ visitor }) => rest(visitor.from('agents').select('no_such_column')),
    expected: { status: 400, code: '42703' },
  },
  {
    name: 'an unknown column in a filter',
    run: ({ visitor }) => rest(visitor.from('agents').select('name').eq('no_such_column', 1)),
    expected: { status: 400, code: '42703' },
  },
  {
    name: 'an unknown column in an insert',
    run: ({ alice }) =>
      rest(alice.client.from('agents').insert({ name: 'x', category: 'sales', no_such_column: 1 })),
    expected: { status: 400, code: 'PGRST204' },
  },
  {
    name: 'an unknown relationship',
    run: ({ visitor }) => rest(visitor.from('agents').select('name, usage_totals(*)')),
    expected: { status: 400, code: 'PGRST200' },
  },
  {
    name: 'an unknown operator',
    run: ({ visitor }) => rest(visitor.from('agents').select('name').filter('name', 'foo', 'x')),
    expected: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'a malformed or',
    run: ({ visitor }) => rest(visitor.from('agents').select('name').or('name.eq.')),
    expected: { status: 200, data: [] },
  },
  {
    name: 'an unclosed or',
    run: (at) => raw(at, 'agents?select=name&or=(name.eq.x'),
    expected: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'a malformed select',
    run: (at) => raw(at, 'agents?select=name,('),
    expected: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'an unclosed quote in select',
    run: (at) => raw(at, 'agents?select="name'),
    expected: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'an unclosed quote in select, by HEAD',
    run: async (at) => ({
      table: (await raw(at, 'agents?select="name', { method: 'HEAD' })).status,
      function: (await raw(at, 'rpc/schema_version?select="name', { method: 'HEAD' })).status,
    }),
    expected: { table: 400, function: 400 },
  },
  {
    name: 'a null character in a column name',
    run: (at) => raw(at, 'agents?select=name&order=name%00'),
    expected: { status: 400 },
  },
  {
    name: 'a malformed order',
    run: (at) => raw(at, 'agents?select=name&order=name.up'),
    expected: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'a malformed limit',
    run: (at) => raw(at, 'agents?select=name&limit=many'),
    expected: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'a negative limit',
    run: (at) => raw(at, 'agents?select=name&limit=-1'),
    expected: { status: 416, code: 'PGRST103' },
  },
  {
    name: 'a malformed uuid',
    run: ({ visitor }) => rest(visitor.from('agents').select('name').eq('id', 'x')),
    expected: { status: 400, code: '22P02' },
  },
  {
    name: 'a malformed array',
    run: ({ visitor }) => rest(visitor.from('agents').select('name').filter('tags', 'cs', 'crm')),
    expected: { status: 400, code: '22P02' },
  },
  {
    name: 'a range beyond the end, with a count',
    run: ({ visitor }) => rest(visitor.from('agents').select('name', { count: 'exact' }).range(5000, 5001)),
    expected: { status: 416, code: 'PGRST103' },
  },
  {
    name: 'an aggregate, which hosted projects disable',
    run: ({ visitor }) => rest(visitor.from('agents').select('install_count.sum()')),
    expected: { status: 400, code: 'PGRST123' },
  },
  {
    name: 'a null in a required column',
    run: ({ alice }) => rest(alice.client.from('agents').insert({ name: null, category: 'sales' })),
    expected: { status: 400, code: '23502' },
  },
  {
    name: 'a violated check',
    run: ({ alice }) => rest(alice.client.from('agents').insert({ name: 'x', category: 'other' })),
    expected: { status: 400, code: '23514' },
  },
  {
    name: 'a violated foreign key',
    run: ({ service }) =>
      rest(service.from('agents').insert({ name: 'x', category: 'sales', creator_id: crypto.randomUUID() })),
    expected: { status: 409, code: '23503' },
  },
  {
    name: 'a duplicate',
    run: ({ bob, ids }) => rest(bob.client.from('agent_reviews').insert({ agent_id: ids.Beta, rating: 1 })),
    expected: { status: 409, code: '23505' },
  },
  {
    name: 'a malformed boolean',
    run: ({ alice }) =>
      rest(alice.client.from('agents').insert({ name: 'x', category: 'sales', is_public: 'SUP' })),
    expected: { status: 400, code: '22P02' },
  },
  {
    // PGlite's own serializer broke the connection for everyone with this request.
    name: 'a number for an array, and a read after it',
    run: async ({ alice, visitor, ids }) => {
      const write = await rest(alice.client.from('agents').update({ tags: 1 }).eq('id', ids.Alpha));
      const read = await rest(visitor.from('agents').select('name').eq('id', ids.Alpha));
      return { write: write.code, read: read.data };
    },
    expected: { write: '22P02', read: [{ name: 'Alpha' }] },
  },
  {
    name: 'a raised exception with its own status',
    run: ({ alice, ids }) =>
      rest(alice.client.from('agent_reviews').insert({ agent_id: ids.Alpha, rating: 5 })),
    expected: { status: 403 },
  },
  {
    name: 'a row that a policy rejects',
    run: ({ bob, alice }) =>
      rest(bob.client.from('agents').insert({ name: 'x', category: 'sales', creator_id: alice.id })),
    expected: { status: 403, code: '42501' },
  },
  {
    name: 'a column without permission',
    run: ({ alice, ids }) =>
      rest(alice.client.from('agents').update({ install_count: 9 }).eq('id', ids.Alpha)),
    expected: { status: 403, code: '42501' },
  },
  {
    name: 'a table without permission',
    run: ({ visitor }) => rest(visitor.from('deployments').select('id')),
    expected: { status: 401, code: '42501' },
  },
  {
    name: 'an insert without permission',
    run: ({ visitor }) => rest(visitor.from('agents').insert({ name: 'x', category: 'sales' })),
    expected: { status: 401, code: '42501' },
  },
  {
    name: 'malformed JSON',
    run: (at) =>
      raw(at, 'agents', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
    expected: { status: 400, code: 'PGRST102' },
  },
  {
    name: 'an unsupported media type',
    run: (at) => raw(at, 'agents', { headers: { accept: 'application/xml' } }),
    expected: { status: 406, code: 'PGRST107' },
  },
  {
    name: 'an unsupported method',
    run: (at) => raw(at, 'agents', { method: 'PROPFIND' }),
    expected: { status: 405 },
  },
  {
    name: 'an unknown preference with strict handling',
    run: (at) => raw(at, 'agents?limit=1', { headers: { prefer: 'handling=strict, anything=else' } }),
    expected: { status: 400, code: 'PGRST122' },
  },
  {
    name: 'a malformed access token',
    run: ({ withToken }) => rest(withToken('not-a-token').from('agents').select('name')),
    expected: { status: 401, code: 'PGRST301' },
  },
  {
    name: 'an unsigned access token',
    run: ({ withToken }) =>
      rest(withToken('eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.').from('agents').select('name')),
    expected: { status: 401, code: 'PGRST301' },
  },
  {
    name: 'no API key',
    run: async ({ origin }) => ({ status: (await fetch(`${origin}/rest/v1/agents?select=name`)).status }),
    expected: { status: 401 },
  },
  {
    name: "the API's description",
    run: async (at) => raw(at, '', { headers: { accept: 'application/openapi+json' } }),
    expected: { status: 200 },
    differs: 'The embedded backend does not describe its tables; docs/access-matrix.md does.',
  },
];
