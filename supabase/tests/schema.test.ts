/** The schema: columns, constraints, embeds, value formats, security settings and the plan of the featured query. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestUser, type Served, serve } from '@slipway/backend/testing';

describe.each(engines)('the schema on %s', (engine) => {
  let served: Served;
  let creator: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.user('Cora Creator');
  });
  afterAll(() => served.close());

  const columnsOf = async (table: string) => {
    const rows = await served.backend.database.rows<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns
       where table_schema = 'public' and table_name = $1`,
      [table],
    );
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  };
  const insert = (row: object) =>
    creator.client
      .from('agents')
      .insert({ name: 'Agent', category: 'sales', ...row })
      .select()
      .single();

  test('agents has the specified columns', { tags: ['DB-01'] }, async () => {
    expect(await columnsOf('agents')).toMatchObject({
      id: 'uuid',
      creator_id: 'uuid',
      name: 'text',
      description: 'text',
      tags: '_text',
      pricing_model: 'text',
      price_per_message: 'numeric',
      is_public: 'bool',
      status: 'text',
      external_only: 'bool',
      created_at: 'timestamptz',
    });
  });

  test.each<[rule: string, row: object, constraint: string]>([
    ['DB-02 pricing model', { pricing_model: 'per_token' }, 'agents_pricing_model_known'],
    ['DB-02 a price without its model', { price_per_month: 19 }, 'agents_price_fits_model'],
    ['DB-02 a model without its price', { pricing_model: 'per_message' }, 'agents_price_fits_model'],
    [
      'DB-02 a negative price',
      { pricing_model: 'per_month', price_per_month: -1 },
      'agents_price_per_month_range',
    ],
    ['DB-03 status', { status: 'live' }, 'agents_status_known'],
    ['MKT-47 category', { category: 'games' }, 'agents_category_known'],
    ['a blank name', { name: '' }, 'agents_name_length'],
    ['a padded name', { name: ' Agent ' }, 'agents_name_length'],
    ['a long name', { name: 'x'.repeat(81) }, 'agents_name_length'],
    ['a long description', { description: 'x'.repeat(1001) }, 'agents_description_length'],
    ['an empty tag', { tags: ['a', ''] }, 'agents_tags_limits'],
    ['eleven tags', { tags: 'abcdefghijk'.split('') }, 'agents_tags_limits'],
    ['an external agent without its address', { external_only: true }, 'agents_external_only_has_url'],
    ['an address that is a script', { external_url: 'javascript:alert(1)' }, 'agents_external_url_is_https'],
  ])('rejects %s with 400', async (_rule, row, constraint) => {
    const { error, status } = await insert(row);
    expect([status, error?.code]).toEqual([400, '23514']);
    expect(error?.message).toContain(constraint);
  });

  test('a new agent is a private draft of its creator, with ISO times and JSON numbers', async () => {
    const { data } = await insert({
      pricing_model: 'per_message',
      price_per_message: 0.01,
      tags: ['a b', 'c,d'],
    });
    expect(data).toMatchObject({
      creator_id: creator.id,
      status: 'draft',
      is_public: false,
      price_per_message: 0.01,
      tags: ['a b', 'c,d'],
      install_count: 0,
    });
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    await creator.client.from('agents').delete().eq('creator_id', creator.id);
  });

  test(
    'profiles has two columns and can be embedded as the creator of an agent',
    { tags: ['DB-04', 'DB-29'] },
    async () => {
      expect(await columnsOf('profiles')).toEqual({ id: 'uuid', full_name: 'text' });
      const { data, status } = await served.visitor
        .from('agents')
        .select('id, creator:profiles!agents_creator_id_fkey(full_name)')
        .eq('is_public', true)
        .eq('status', 'active')
        .order('created_at', { ascending: false })
        .limit(6);
      expect([status, data?.length]).toEqual([200, 6]);
      expect(data?.[0]).toMatchObject({ creator: { full_name: 'Slipway' } });
    },
  );

  test('a rating is an integer from 1 to 5', { tags: ['DB-05'] }, async () => {
    const review = (rating: number) =>
      creator.client
        .from('agent_reviews')
        .insert({ agent_id: 'a0000000-0000-4000-8000-000000000001', rating });
    expect(await columnsOf('agent_reviews')).toMatchObject({ agent_id: 'uuid', rating: 'int4' });
    expect([(await review(0)).status, (await review(6)).status, (await review(4.5)).status]).toEqual([
      400, 400, 400,
    ]);
  });

  test(
    'every table has row-level security, with one policy per role and action',
    { tags: ['DB-20'] },
    async () => {
      const { database } = served.backend;
      expect(
        await database.rows(
          "select tablename from pg_tables where schemaname = 'public' and not rowsecurity",
        ),
      ).toEqual([]);
      const several = await database.rows(
        `select tablename, cmd, role from pg_policies, unnest(roles) as role
       where schemaname = 'public' and permissive = 'PERMISSIVE' group by 1, 2, 3 having count(*) > 1`,
      );
      expect(several).toEqual([]);
    },
  );

  test(
    'functions have a fixed search path, and security definer functions are not exposed',
    { tags: ['DB-20'] },
    async () => {
      const { database } = served.backend;
      const ours = `from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`;
      expect(
        await database.rows(
          `select proname ${ours} and not coalesce('search_path=""' = any (proconfig), false)`,
        ),
      ).toEqual([]);
      expect(await database.rows(`select proname ${ours} and prosecdef and n.nspname = 'public'`)).toEqual(
        [],
      );
    },
  );

  test('the featured query of a visitor uses an index scan', { tags: ['DB-40'] }, async () => {
    const { database } = served.backend;
    const plan = await database.transaction(async (session) => {
      await session.run(`
        alter table public.agents disable trigger agents_refresh_listing;
        insert into public.agents (creator_id, name, category, is_public, status, created_at)
        select '${creator.id}', 'Agent ' || n, 'sales', true, 'active', now() - n * interval '1 minute'
        from generate_series(1, 2000) as n;
        alter table public.agents enable trigger agents_refresh_listing;
      `);
      await session.run('analyze public.agents; set local role anon;');
      const rows = await session.rows(
        "explain select id, name from public.agents where is_public and status = 'active' order by created_at desc limit 6",
      );
      await session.run('reset role');
      return rows.map((row) => String(Object.values(row)[0])).join('\n');
    });
    expect(plan).toContain('Index Scan using agents_public_newest');
    expect(plan).not.toContain('Sort');
  });

  test('a new account gets a profile whatever the shape of its metadata', async () => {
    const { database } = served.backend;
    const shapes: [meta: string, name: string | null][] = [
      ['{"full_name": "  Plain Name "}', 'Plain Name'],
      ['"{\\"full_name\\": \\"In A String\\"}"', 'In A String'],
      ['"not json"', null],
      ['{"full_name": ""}', null],
      ['{"full_name": 7}', '7'],
      ['[]', null],
      [`{"full_name": "${'n'.repeat(300)}"}`, 'n'.repeat(120)],
    ];
    for (const [meta, name] of shapes) {
      const id = crypto.randomUUID();
      await database.rows(
        'insert into auth.users (id, email, raw_user_meta_data) values ($1::text::uuid, $2::text, $3::text::jsonb)',
        [id, `${id}@example.com`, meta],
      );
      expect(
        await database.rows('select full_name from public.profiles where id = $1::text::uuid', [id]),
      ).toEqual([{ full_name: name }]);
    }
  });
});
