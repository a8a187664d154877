/**
 * Backups of both kinds of database, restored into both, and what a restore rejects.
 * One file: all tests share the backup of each database.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { create, extract } from 'tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAgent,
  clientOf,
  deploy,
  type Engine,
  bothEngines,
  engines,
  files,
  newDatabase,
  newFolder,
  newKey,
  newPlace,
  PASSWORD,
  serve,
} from '../testing';
import { createBackup } from './backup';
import type { Manifest } from './manifest';
import { restoreBackup } from './restore';

const { migrationsDir } = files;
const log = () => undefined;
const isNightly = process.env['TEST_TIER'] === 'nightly';

describe.each(bothEngines)('a backup of %s', (engine) => {
  const folder = newFolder('backup');
  const file = join(folder, 'slipway.tar.gz');
  const key = newKey();
  let home: string;
  let databaseUrl: string | undefined;
  let manifest: Manifest;
  let deployment: string;

  beforeAll(async () => {
    home = join(folder, 'home');
    const place = await newPlace(engine);
    renameSync(place.home, home);
    ({ databaseUrl } = place);
    const served = await serve(engine, { home, ...(databaseUrl ? { databaseUrl } : {}) });
    const user = await served.user('Olga Owner');
    const agent = await addAgent(user, {
      name: 'Ünïcode “quoted”\n'.trim(),
      description: 'line\nbreak \\ {"a": 1}',
    });
    const { data } = await deploy(user, { name: 'bot', agent_id: agent, api_key: key });
    deployment = (data as { id: string }).id;
    await served.backend.database.run(`
      insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost)
      select '${user.id}', '${agent}', 'message', 123456789.123456789123, 0.01 from generate_series(1, 3000)`);
    mkdirSync(join(home, 'store/environments/local'), { recursive: true });
    writeFileSync(join(home, 'store/environments/local/current.json'), '{"revision":1}');
    if (engine === 'PGlite') {
      await expect(createBackup({ home, file })).rejects.toMatchObject({ code: 'conflict' });
    }
    await served.close();
    manifest = await createBackup({ home, databaseUrl, file });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const target = async (to: Engine, name: string) => ({
    home: join(folder, name),
    databaseUrl: to === 'PostgreSQL' ? await newDatabase() : undefined,
  });

  test('is one private file with counts and checksums', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(manifest.engine).toBe(engine);
    const usage = manifest.tables.find(({ name }) => name === 'public.usage_tracking');
    expect(usage?.rows).toBeGreaterThanOrEqual(3000);
    expect(Object.keys(manifest.files)).toEqual(
      expect.arrayContaining([
        'keys.json',
        'store/environments/local/current.json',
        'database/auth.users.jsonl',
      ]),
    );
  });

  // At night from each engine to each: a restore into PGlite creates a cluster, and applies all migrations to it.
  test.each(isNightly ? bothEngines : engine === 'PGlite' ? (['PostgreSQL'] as const) : [])(
    'is restored into %s: the app starts, users sign in, keys work, ids continue',
    { timeout: 180_000 },
    async (to) => {
      const at = await target(to, `restored-${to}`);
      await restoreBackup({ ...at, file, migrationsDir, log });
      expect(readFileSync(join(at.home, 'store/environments/local/current.json'), 'utf8')).toBe(
        '{"revision":1}',
      );

      const served = await serve(to, {
        home: at.home,
        ...(at.databaseUrl ? { databaseUrl: at.databaseUrl } : {}),
      });
      try {
        const client = clientOf(served.origin, served.backend.publishableKey);
        const email = 'user-1@example.com';
        expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
        expect((await client.rpc('reveal_deployment_key', { id: deployment })).data).toBe(key);
        expect((await client.from('agents').select('name, description')).data).toContainEqual({
          name: 'Ünïcode “quoted”',
          description: 'line\nbreak \\ {"a": 1}',
        });
        const [sum] = await served.backend.database.rows(
          'select count(*)::integer as rows, max(quantity)::text as most from public.usage_tracking where quantity > 1000',
        );
        expect(sum).toEqual({ rows: 3000, most: '123456789.123456789123' });
        const stop = { status: 'stopped', last_deployed_at: null };
        await served.backend.database.run(
          `update public.deployments set status = 'active' where id = '${deployment}'`,
        );
        expect((await client.from('deployments').update(stop).eq('id', deployment)).error).toBeNull();
      } finally {
        await served.close();
      }
    },
  );

  test.runIf(engines.includes(engine))(
    'is not restored over another installation without --force',
    // Two restores, which on PGlite apply all migrations.
    { timeout: 180_000 },
    async () => {
      const at = await target(engine, 'occupied');
      await restoreBackup({ ...at, file, migrationsDir, log });
      const before = readFileSync(join(at.home, 'keys.json'), 'utf8');
      writeFileSync(
        join(at.home, 'keys.json'),
        before.replace(/"publishable": "[^"]+"/, '"publishable": "mine"'),
      );
      await expect(restoreBackup({ ...at, file, migrationsDir, log })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Add --force') as string,
      });
      expect(readFileSync(join(at.home, 'keys.json'), 'utf8')).toContain('"mine"');
      await restoreBackup({ ...at, file, migrationsDir, log, force: true });
      expect(readFileSync(join(at.home, 'keys.json'), 'utf8')).toBe(before);
      expect(readdirSync(at.home).some((name) => name.startsWith('replaced-'))).toBe(true);
    },
  );

  // The archive of both engines has the same files.
  const changes: [string, (content: string) => void][] = [
    [
      'a changed file',
      (content) => {
        writeFileSync(join(content, 'keys.json'), '{}');
      },
    ],
    [
      'a missing file',
      (content) => {
        rmSync(join(content, 'database/auth.users.jsonl'));
      },
    ],
    [
      'an added file',
      (content) => {
        cpSync(join(content, 'keys.json'), join(content, 'extra.json'));
      },
    ],
    [
      'no manifest',
      (content) => {
        rmSync(join(content, 'manifest.json'));
      },
    ],
  ];
  test.each(engines.includes(engine) ? changes : [])(
    'is rejected before anything is written with %s',
    async (what, change) => {
      const content = join(folder, `changed ${what}`);
      mkdirSync(content);
      await extract({ file, cwd: content });
      change(content);
      const changed = `${content}.tar.gz`;
      await create({ gzip: true, cwd: content, file: changed }, readdirSync(content));
      const at = { home: join(folder, `target ${what}`), databaseUrl: undefined };
      await expect(restoreBackup({ ...at, file: changed, migrationsDir, log })).rejects.toMatchObject({
        code: 'invalid_input',
      });
      expect(existsSync(at.home)).toBe(false);
    },
  );

  test.runIf(engines.includes(engine))('of a newer version is rejected, also with --force', async () => {
    const occupied = databaseUrl ? { databaseUrl } : undefined;
    const at = { home: join(folder, 'older'), databaseUrl: undefined, ...occupied };
    const older = join(folder, 'migrations');
    cpSync(migrationsDir, older, { recursive: true });
    rmSync(join(older, readdirSync(older).sort().at(-1) ?? ''));
    await expect(
      restoreBackup({ ...at, file, migrationsDir: older, log, force: true }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('newer version of Slipway') as string,
    });
    expect(existsSync(at.home)).toBe(false);
    if (databaseUrl) {
      const sql = postgres(databaseUrl, { max: 1 });
      expect(
        await sql`select count(*)::int as rows from public.usage_tracking where quantity > 1000`,
      ).toEqual([{ rows: 3000 }]);
      await sql.end();
    }
    rmSync(older, { recursive: true });
  });
});
