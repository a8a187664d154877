/** The profile over HTTP: a save names what its form was opened with, and an older one is rejected. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

type Client = TestUser['client'];

const values = {
  ...{ full_name: 'Mia', about: 'A', links: ['https://a.test'], color: 'red' },
  ...{ mails_reviews: true, mails_failures: true },
};
/** Other values of each field. */
const others = [
  ...[{ full_name: 'Ada' }, { about: 'B' }, { links: [] }, { color: 'blue' }, { color: null }],
  ...[{ mails_reviews: false }, { mails_failures: false }],
];

describe.each(engines)('the profile on %s', (engine) => {
  let served: Served;
  let user: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    user = await served.user('Ulla User');
  });
  afterAll(() => served.close());

  const readAs = (client: Client) => client.rpc('own_profile');
  const current = async () => ((await readAs(user.client)).data as [{ etag: string }])[0];
  const saveAs = async (client: Client, given: object) => {
    const { status, error } = await client.rpc('save_profile', { ...values, ...given });
    return error?.code ?? status;
  };
  const save = (given: object) => saveAs(user.client, given);

  beforeEach(async () => {
    expect(await save({ etag: (await current()).etag })).toBe(204);
  });

  test('of a new user has a name, and is mailed everything', async () => {
    const { client } = await served.user('Nora New');
    const [profile] = (await readAs(client)).data as [{ etag: string }];
    expect(profile).toEqual({
      ...{ full_name: 'Nora New', about: '', links: [], color: null, picture: null },
      ...{ mails_reviews: true, mails_failures: true, etag: profile.etag },
    });
    expect(await saveAs(client, { etag: profile.etag })).toBe(204);
  });

  test('a save of an older state is rejected and changes nothing, whichever field differs', async () => {
    for (const other of others) {
      const { etag } = await current();
      expect(await save({ ...other, etag })).toBe(204);
      const stored = await current();
      expect(stored).toMatchObject(other);
      expect(await save({ etag }), JSON.stringify(other)).toBe('PT409');
      expect(await current()).toEqual(stored);
      expect(await save({ etag: stored.etag })).toBe(204);
    }
  });

  test('of saves at once, one is accepted', async () => {
    const { etag } = await current();
    const results = await Promise.all(others.slice(0, 3).map((other) => save({ ...other, etag })));
    expect(results.sort()).toEqual([204, 'PT409', 'PT409']);
  });

  test('a save without an etag applies, and without mail preferences keeps them', async () => {
    await save({ mails_reviews: false, etag: (await current()).etag });
    const { full_name, about, links, color } = values;
    const earlier = { full_name: ` ${full_name}! `, about, links, color };
    expect((await user.client.rpc('save_profile', earlier)).status).toBe(204);
    expect(await current()).toMatchObject({ full_name: 'Mia!', mails_reviews: false, mails_failures: true });
    expect((await user.client.rpc('save_profile', { ...earlier, full_name: ' ' })).status).toBe(204);
    expect(await current()).toMatchObject({ full_name: null });
  });

  test('nothing is saved when one value is rejected', async () => {
    const stored = await current();
    expect(await save({ full_name: 'Ada', links: ['http://a.test'], etag: stored.etag })).toBe('23514');
    expect(await current()).toEqual(stored);
  });

  test('a visitor has none', async () => {
    expect((await readAs(served.visitor)).status).toBe(401);
    expect(await saveAs(served.visitor, {})).toBe('42501');
  });
});
