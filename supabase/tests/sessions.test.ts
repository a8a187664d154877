/** The list of a user's sessions, and ending one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, engines, PASSWORD, type TestUser, serve, type Served } from '@slipway/backend/testing';

interface Session {
  id: string;
  user_agent: string | null;
  address: string | null;
  is_current: boolean;
}

describe.each(engines)('%s', (engine) => {
  let served: Served;
  let owner: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    served = await serve(engine);
    [owner, stranger] = [await served.user(), await served.user()];
  });
  afterAll(() => served.close());

  const list = async ({ client }: Pick<TestUser, 'client'>) => {
    const { data, error } = await client.rpc('list_sessions');
    if (error) throw new Error(error.message);
    return data as Session[];
  };
  const end = async ({ client }: Pick<TestUser, 'client'>, session_id: string) =>
    (await client.rpc('end_session', { session_id })).data as boolean | null;
  /** Another session of the same user. */
  const signIn = async ({ client }: TestUser): Promise<TestUser> => {
    const { data } = await client.auth.getUser();
    const other = clientOf(served.origin, served.backend.publishableKey);
    const { error } = await other.auth.signInWithPassword({
      email: data.user?.email ?? '',
      password: PASSWORD,
    });
    if (error) throw new Error(error.message);
    return { id: data.user?.id ?? '', client: other };
  };

  test('lists the caller’s own sessions, with a coarse address', async () => {
    const other = await signIn(owner);
    const [mine, theirs] = [await list(owner), await list(stranger)];
    expect(mine).toHaveLength(2);
    expect(mine.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(mine[0]).toMatchObject({ address: '127.0.0.0/24', user_agent: expect.any(String) as string });
    expect(theirs).toHaveLength(1);
    expect(mine.map(({ id }) => id)).not.toContain(theirs[0]?.id);
    await other.client.auth.signOut({ scope: 'local' });
    expect(await list(owner)).toHaveLength(1);
  });

  test('ends a session of the caller, and no other user’s', async () => {
    const other = await signIn(owner);
    const [theirs] = await list(stranger);
    expect(await end(owner, theirs?.id ?? '')).toBe(false);
    expect(await list(stranger)).toHaveLength(1);
    const id = (await list(other)).find(({ is_current }) => is_current)?.id ?? '';
    expect(await end(owner, id)).toBe(true);
    expect(await end(owner, id)).toBe(false);
    expect((await other.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await owner.client.auth.refreshSession()).error).toBeNull();
  });

  test('visitors have no sessions, and no client reads the tables', async () => {
    expect((await served.visitor.rpc('list_sessions')).error).not.toBeNull();
    expect((await served.visitor.rpc('end_session', { session_id: owner.id })).error).not.toBeNull();
    for (const role of ['anon', 'authenticated'])
      for (const table of [
        ...[
          'sessions',
          'refresh_tokens',
          'one_time_tokens',
          'code_failures',
          'mfa_factors',
          'known_addresses',
        ],
      ])
        expect(
          await served.backend.database.rows(
            `select has_table_privilege('${role}', 'auth.${table}', 'select, insert, update, delete') as can`,
          ),
        ).toEqual([{ can: false }]);
  });

  test('a session that cannot be refreshed any more is not listed', async () => {
    const other = await signIn(stranger);
    const id = (await list(other)).find(({ is_current }) => is_current)?.id ?? '';
    await served.backend.database.run(
      `update auth.sessions set created_at = now() - interval '61 minutes' where id = '${id}'`,
    );
    expect((await list(stranger)).map((session) => session.id)).not.toContain(id);
  });

  test.each(['others', 'global'] as const)('signs out everywhere (%s)', async (scope) => {
    const user = await served.user();
    const others = [await signIn(user), await signIn(user)];
    expect((await user.client.auth.signOut({ scope })).error).toBeNull();
    for (const { client } of others) expect((await client.auth.refreshSession()).error).not.toBeNull();
    if (scope === 'others') expect(await list(user)).toHaveLength(1);
  });
});
