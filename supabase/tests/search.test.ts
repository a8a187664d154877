/** Search results, requested as a visitor: by GET, through PostgREST. One file because all tests share one server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestUser, type Served, serve } from '@slipway/backend/testing';

describe.each(engines)('search on %s', (engine) => {
  let served: Served;
  let creator: TestUser;

  const names = async (q: string | null, category: string | null = null) => {
    const { data, error } = await served.visitor
      .rpc('search_listings', { q, category }, { get: q !== null && category !== null })
      .select('name');
    expect(error).toBeNull();
    return ((data ?? []) as { name: string }[]).map((row) => row.name);
  };
  const publish = async (row: object) => {
    const { data, error } = await creator.client
      .from('agents')
      .insert({ category: 'sales', is_public: true, status: 'active', ...row })
      .select('id')
      .single();
    expect(error).toBeNull();
    return String(data?.id);
  };

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Cora Creator');
  });
  afterAll(() => served.close());

  test('without a query returns all listings, newest first', async () => {
    expect(await names(null)).toEqual([
      'Customer Support Bot',
      'Sales Assistant',
      'Content Creator',
      'Insight Analyst',
      'Meeting Planner',
      'Returns Concierge',
    ]);
    expect(await names('   ', 'all')).toHaveLength(6);
  });

  test.each([
    ['MKT-50 a name', 'Planner', ['Meeting Planner']],
    ['MKT-51 a word of a description', 'warehouse', ['Insight Analyst']],
    ['MKT-51 the middle of a word', 'arehous', ['Insight Analyst']],
    ['MKT-52 a tag', 'e-commerce', ['Returns Concierge']],
    ['MKT-53 another case', 'SUPPORT', ['Customer Support Bot']],
    ['two separate words, the last one as a prefix', 'newsletters upd', ['Content Creator']],
    ['a name with spaces around it', '  planner ', ['Meeting Planner']],
    ['MKT-56 nothing', 'zzzz', []],
  ])('finds %s', async (_what, q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  test.each(['.*', '%', '_', '\\', '<', '[a-z]+', "'", '"', '&', '|', '!', ':*', '(', '\\%', '$1', '--'])(
    'treats %s literally and finds no sample',
    { tags: ['MKT-59'] },
    async (q) => {
      expect(await names(q, 'all')).toEqual([]);
    },
  );

  test('finds special characters literally', { tags: ['MKT-59'] }, async () => {
    await publish({ name: 'Odd .* 100% under_score back\\slash <b>', description: 'q&a: "quoted" o\'neil' });
    for (const q of ['.*', '0%', 'r_s', 'k\\s', '<b>', 'q&a', '"quoted"', "o'neil"]) {
      expect(await names(q, 'all')).toEqual(['Odd .* 100% under_score back\\slash <b>']);
    }
    await served.service.from('agents').delete().eq('creator_id', creator.id);
  });

  test('filters by category, with and without a query', { tags: ['MKT-54', 'MKT-55'] }, async () => {
    expect(await names(null, 'customer-service')).toEqual(['Customer Support Bot', 'Returns Concierge']);
    expect(await names('refund', 'customer-service')).toEqual(['Returns Concierge']);
    expect(await names('refund', 'sales')).toEqual([]);
    expect(await names('', 'no-such-category')).toEqual([]);
  });

  test('finds any sequence of special characters exactly where it occurs', { tags: ['MKT-59'] }, async () => {
    const alphabet = [...'.*%_\\\'"`{}[]()<>&|!:;,/?#@$^~+=- \n', 'é', '漢', '😀'];
    // Deterministic: a linear congruential generator.
    let state = 42;
    const randomBelow = (size: number) => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return Math.floor((state / 2 ** 32) * size);
    };
    const text = (size: number) =>
      Array.from({ length: size }, () => alphabet[randomBelow(alphabet.length)]).join('');
    const texts = Array.from({ length: 12 }, () => text(40));
    for (const [index, description] of texts.entries()) await publish({ name: `Odd ${index}`, description });

    for (let round = 0; round < 60; round += 1) {
      const description = texts[randomBelow(texts.length)] ?? '';
      const start = randomBelow(36);
      const q =
        round % 3 === 0 ? text(2) : [...description].slice(start, start + 1 + randomBelow(4)).join('');
      const needle = q.replace(/^ +| +$/g, '');
      // A letter also matches as a word, so a query with one may find more.
      const isWord = /[é漢😀]/u.test(needle);
      const expected = texts.flatMap((each, index) => (each.includes(needle) ? [`Odd ${index}`] : []));
      const { data, error } = await served.visitor
        .rpc('search_listings', { q, page_size: 100 })
        .select('name');
      expect(error, q).toBeNull();
      const found = (data as { name: string }[]).map((row) => row.name);
      if (needle && isWord) expect(found, q).toEqual(expect.arrayContaining(expected));
      else if (needle)
        expect(found.filter((name) => name.startsWith('Odd')).sort(), q).toEqual(expected.sort());
    }
    await served.service.from('agents').delete().eq('creator_id', creator.id);
  });

  test('finds an agent whose name contains the id of another', async () => {
    const other = await publish({ name: 'Other' });
    await publish({ name: `About ${other}` });
    expect(await names(other)).toEqual([`About ${other}`]);
    expect(await names(other.slice(9, 23), 'sales')).toEqual([`About ${other}`]);
    await served.service.from('agents').delete().eq('creator_id', creator.id);
  });

  test.each([
    ['a name', 'Custmer Suport', 'Customer Support Bot'],
    ['a letter too many', 'plannner', 'Meeting Planner'],
    ['the last letters changed over', 'analyts', 'Insight Analyst'],
    ['a description', 'newslettres', 'Content Creator'],
  ])('when nothing matches, a misspelling finds %s', async (_what, q, expected) => {
    expect((await names(q))[0]).toBe(expected);
    const { data } = await served.visitor.rpc('count_listings', { q });
    expect(data).toBe(0);
  });

  test('a misspelling finds the most similar name first, whatever the descriptions contain', async () => {
    await publish({ name: 'Weather Girl', description: 'Two wethers guided through the snow.' });
    await publish({ name: 'Weather Guide', description: 'Rain or sun.' });
    expect(await names('wether guid')).toEqual(['Weather Guide', 'Weather Girl']);
    await served.service.from('agents').delete().eq('creator_id', creator.id);
  });

  test('similar names are returned only without a match, and filters apply to them', async () => {
    await publish({ name: 'Plannner' });
    expect(await names('plannner')).toEqual(['Plannner']);
    await served.service.from('agents').delete().eq('creator_id', creator.id);
    expect(await names('plannner', 'sales')).toEqual([]);
    const { data } = await served.visitor.rpc('search_listings', { q: 'plannner', min_price: 1000 });
    expect(data).toEqual([]);
  });

  test('ranks a match in the name before one in the description', async () => {
    await publish({ name: 'Invoices', description: 'Sends them.', tags: ['billing'] });
    await publish({ name: 'Ledger', description: 'Keeps invoices in order.' });
    expect(await names('invoices')).toEqual(['Invoices', 'Ledger']);
    await served.service.from('agents').delete().eq('creator_id', creator.id);
  });

  test('page_size limits the result, from 1 to 100', async () => {
    const of = async (page_size: number) => {
      const { data } = await served.visitor.rpc('search_listings', { page_size }, { get: true });
      return (data as unknown[]).length;
    };
    expect([await of(2), await of(0), await of(1000)]).toEqual([2, 1, 6]);
  });

  test(
    'an agent is listed under its current name while it is public and active',
    { tags: ['MKT-29'] },
    async () => {
      const id = await publish({ name: 'Fleeting' });
      expect(await names('fleeting')).toEqual(['Fleeting']);
      const change = (row: object) => creator.client.from('agents').update(row).eq('id', id);
      await change({ name: 'Lasting' });
      expect([await names('fleeting'), await names('lasting')]).toEqual([[], ['Lasting']]);
      for (const hidden of [
        { is_public: false },
        { is_public: true, status: 'draft' },
        { status: 'archived' },
      ]) {
        await change(hidden);
        expect(await names('lasting')).toEqual([]);
        const { data } = await served.visitor.from('agents').select('id').eq('id', id);
        expect(data).toEqual([]);
      }
      await creator.client.from('agents').delete().eq('id', id);
    },
  );

  test('a listing follows its reviews and the name of its creator', async () => {
    const id = await publish({ name: 'Followed' });
    const reader = await served.user();
    const listing = async () =>
      (
        await served.visitor
          .from('agent_listings')
          .select('creator_name, review_count, average_rating')
          .eq('agent_id', id)
          .single()
      ).data;

    expect(await listing()).toEqual({ creator_name: 'Cora Creator', review_count: 0, average_rating: 0 });
    await reader.client.from('agent_reviews').insert({ agent_id: id, rating: 4 });
    await served.service
      .from('agent_reviews')
      .insert({ agent_id: id, user_id: 'd0000000-0000-4000-8000-000000000001', rating: 5 });
    expect(await listing()).toMatchObject({ review_count: 2, average_rating: 4.5 });
    await reader.client.from('agent_reviews').update({ rating: 1 }).eq('agent_id', id);
    expect(await listing()).toMatchObject({ review_count: 2, average_rating: 3 });
    await reader.client.from('agent_reviews').delete().eq('agent_id', id);
    expect(await listing()).toMatchObject({ review_count: 1, average_rating: 5 });
    await creator.client.from('profiles').update({ full_name: 'Cora New' }).eq('id', creator.id);
    expect(await listing()).toMatchObject({ creator_name: 'Cora New' });
    await creator.client.from('agents').delete().eq('id', id);
    expect(await listing()).toBeNull();
  });
});
