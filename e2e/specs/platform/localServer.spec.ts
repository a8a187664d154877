/** The local server: the mail that it sent, and one line for each reason not to start. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailboxLink, mailsTo } from '../../support/mailbox';
import { home, localOrigin, origin, port, root } from '../../support/server';
import { expect, test } from '../../support/test';

/** Starts a second server and returns its exit code and error output. */
const start = (env: Record<string, string>) => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/repo/bootstrap/start.mjs'], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, lines: stderr.trim().split('\n') };
};

test('lists the sent mail as a page and as JSON, after the printed link (H5)', async ({ page, request }) => {
  const { email } = { email: `reader-${String(Date.now())}@example.test` };
  const keys = (await (await request.get(`${origin}/slipway.json`)).json()) as { backend: { key: string } };
  const answer = await request.post(`${origin}/auth/v1/signup`, {
    headers: { apikey: keys.backend.key },
    data: { email, password: 'Correct-horse-1' },
  });
  expect(answer.status()).toBe(200);
  const [mail] = await mailsTo(email);
  expect(Object.keys(mail ?? {}).sort()).toEqual(['at', 'html', 'subject', 'text', 'to']);
  await page.goto(await mailboxLink());
  await expect(page).toHaveURL(`${localOrigin}/_mail`);
  await expect(page.getByText(email).first()).toBeVisible();
});

test('a taken port is one line and exit code 1, and writes nothing', () => {
  const other = join(mkdtempSync(join(tmpdir(), 'slipway-e2e-')), 'home');
  const { status, lines } = start({ PORT: String(port), SLIPWAY_HOME: other });
  expect(status).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`slipway: Port ${String(port)} is already in use`);
  expect(() => readdirSync(other)).toThrow(/ENOENT/);
});

test('a data folder in use is one line and exit code 1', () => {
  const { status, lines } = start({ PORT: String(port + 1), SLIPWAY_HOME: home });
  expect(status).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^slipway: .*(in use|another)/i);
});

test('names an invalid port, an invalid database address, and an unreachable database without its password', () => {
  expect(start({ PORT: 'http' }).lines[0]).toMatch(/^slipway: PORT is "http"/);
  expect(start({ PORT: String(port + 1), DATABASE_URL: 'mysql://x' }).lines[0]).toMatch(
    /^slipway: DATABASE_URL must start with postgres/,
  );
  const unreachable = start({
    PORT: String(port + 1),
    DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:9/none',
    SLIPWAY_HOME: mkdtempSync(join(tmpdir(), 'slipway-e2e-')),
  });
  expect(unreachable.status).toBe(1);
  expect(unreachable.lines).toHaveLength(1);
  expect(unreachable.lines[0]).not.toContain('secret-word');
});
