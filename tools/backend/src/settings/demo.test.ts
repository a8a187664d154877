/** Accounts that no user signed up for: which databases have them, and that no password or mail opens them. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Backend, startBackend } from '../backend';
import { files } from '../testing/files';
import { type Engine, engines, newDatabase, newHome, newPlace } from '../testing/serve';
import { demo } from './demo';

const origin = 'http://127.0.0.1:4999';
const SYSTEM = 'c0000000-0000-4000-8000-000000000001';
const sampleIds = "id::text like 'a0000000-0000-4000-8000-00000000000_'";

describe.each(engines)('on %s', (engine: Engine) => {
  let home: string;
  let databaseUrl: string | undefined;
  let running: Backend | undefined;
  let log: string[];

  beforeEach(async () => {
    ({ home, databaseUrl } = await newPlace(engine));
    log = [];
  });
  afterEach(async () => {
    await running?.close();
    running = undefined;
    rmSync(home, { recursive: true, force: true });
  });

  /** Starts the server again on the same database, with or without the demo data. */
  async function start(hasDemo: boolean): Promise<Backend> {
    await running?.close();
    running = undefined;
    running = await startBackend({
      ...{ home, databaseUrl, origin, migrationsDir: files.migrationsDir, seedFile: files.seedFile },
      demoFile: hasDemo ? files.demoFile : undefined,
      responseTime: 0,
      log: (line) => log.push(line),
    });
    return running;
  }

  const post = async (backend: Backend, path: string, body: object) => {
    const response = await backend.fetch(
      new Request(`${origin}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      { address: '203.0.113.1' },
    );
    return { status: response.status, body: await response.text() };
  };

  const signIn = (backend: Backend) => post(backend, 'token?grant_type=password', demo);

  test(
    'a new database has no account that can sign in, and six agents of a locked creator (H6)',
    { tags: ['MKT-43'] },
    async () => {
      rmSync(home, { recursive: true });
      home = newHome({ prepared: false });
      databaseUrl &&= await newDatabase();
      const backend = await start(false);
      expect(backend.demo).toBeUndefined();
      expect((await signIn(backend)).status).toBe(400);
      expect(
        await backend.database.rows(
          `select id::text, email, phone, encrypted_password, banned_until > now() + interval '100 years' as banned,
             (select count(*)::int from auth.identities) as identities
           from auth.users`,
        ),
      ).toEqual([
        { id: SYSTEM, email: null, phone: null, encrypted_password: null, banned: true, identities: 0 },
      ]);
      expect(
        await backend.database.rows(
          `select count(*)::int as agents, min(creator_id::text) as first, max(creator_id::text) as last,
             sum(install_count)::int as installs, (select count(*)::int from public.agent_reviews) as reviews
           from public.agents where ${sampleIds}`,
        ),
      ).toEqual([{ agents: 6, first: SYSTEM, last: SYSTEM, installs: 0, reviews: 0 }]);
    },
  );

  test('the system creator cannot be signed in as, by any path (H6)', async () => {
    const backend = await start(true);
    const accounts = () =>
      backend.database.rows(
        `select email, encrypted_password, confirmation_token, recovery_token, last_sign_in_at,
           (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
           (select count(*)::int from auth.identities i where i.user_id = u.id) as identities
         from auth.users u where id = '${SYSTEM}' or id::text like 'b0000000%' order by id`,
      );
    const before = await accounts();
    expect(before).toHaveLength(17);
    const attempt = async (email: string) => {
      for (const [path, body] of [
        ['token?grant_type=password', { email, password: demo.password }],
        ['token?grant_type=password', { email, password: '' }],
        ['recover', { email }],
        ['otp', { email, create_user: false }],
        ['magiclink', { email }],
        ['resend', { email, type: 'signup' }],
        ['verify', { email, token: '000000', type: 'recovery' }],
        ['verify', { email, token: '', type: 'magiclink' }],
        ['verify', { token_hash: '', type: 'recovery' }],
        ['signup', { email, password: 'Correct-horse-1' }],
      ] as const) {
        const { status, body: text } = await post(backend, path, body);
        expect(status, `${path} ${email}`).toBeLessThan(500);
        expect(text, `${path} ${email}`).not.toMatch(/access_token/);
        expect(text, `${path} ${email}`).not.toContain(SYSTEM);
      }
    };
    // The address of the first version's sample creator, and what a missing address may be compared with.
    const emails = ['amara.okafor@slipway.example', 'system@slipway.example', SYSTEM, 'null', ''];
    await Promise.all(emails.map(attempt));
    expect(await accounts()).toEqual(before);
  });

  test('a database with the demo data gets its account locked where it is not wanted, and opened again (H6)', async () => {
    const first = await start(true);
    expect(first.demo).toEqual(demo);
    const session = JSON.parse((await signIn(first)).body) as { refresh_token: string };
    const [before] = await first.database.rows('select count(*)::int as rows from public.usage_tracking');

    const locked = await start(false);
    expect(log).toEqual(['The demo account of this database is locked: its password is public']);
    expect(locked.demo).toBeUndefined();
    expect((await signIn(locked)).status).toBe(400);
    const { refresh_token } = session;
    expect((await post(locked, 'token?grant_type=refresh_token', { refresh_token })).status).toBe(400);
    await post(locked, 'recover', { email: demo.email });
    expect(locked.mailbox.list()).toEqual([]);
    expect(await locked.database.rows('select count(*)::int as rows from public.usage_tracking')).toEqual([
      before,
    ]);

    const opened = await start(true);
    expect(opened.demo).toEqual(demo);
    expect((await signIn(opened)).status).toBe(200);
    expect(await opened.database.rows('select count(*)::int as rows from public.usage_tracking')).toEqual([
      before,
    ]);
  });

  test('sample agents of an earlier version move from invented creators to the system creator (H6)', async () => {
    const { database } = await start(false);
    const invented = 'c0000000-0000-4000-8000-000000000002';
    await database.run(`
      insert into auth.users (id, email) values ('${invented}', 'jonas.lindqvist@slipway.example');
      update auth.users set email = 'amara.okafor@slipway.example' where id = '${SYSTEM}';
      update public.agents set creator_id = '${invented}' where id = 'a0000000-0000-4000-8000-000000000002';
    `);
    await database.run(readFileSync(join(files.migrationsDir, '20261123040000_system_creator.sql'), 'utf8'));
    expect(
      await database.rows('select id::text, email from auth.users where id::text like $1', ['c0%']),
    ).toEqual([{ id: SYSTEM, email: null }]);
    expect(
      await database.rows(`select count(*)::int as agents from public.agents where creator_id = '${SYSTEM}'`),
    ).toEqual([{ agents: 6 }]);
  });

  test('an account that was given another address is not the demo account any more (H6)', async () => {
    const first = await start(true);
    await first.database.run(
      `update auth.users set email = 'owner@example.com' where email = '${demo.email}'`,
    );
    const second = await start(false);
    expect(log).toEqual([]);
    const { status } = await post(second, 'token?grant_type=password', {
      ...demo,
      email: 'owner@example.com',
    });
    expect(status).toBe(200);
  });
});
