/** The local server: the mail that it sent, and one line when it cannot start. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mailboxLink, mailsTo } from '../../support/mailbox';
import { localOrigin, origin, port, root } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

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

// In `npm test`, tools/local/src/server.test.ts has the message. The other reasons have unit tests too:
// tools/backend/src/backend.test.ts and tools/local/src/app/options.test.ts.
nightly('a taken port is one line and exit code 1, and writes nothing', () => {
  const other = test.info().outputPath('home');
  // `npm start` would install packages first.
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/local/src/start.ts'], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', PORT: String(port), SLIPWAY_HOME: other },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(status).toBe(1);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`slipway: Port ${String(port)} is already in use`);
  expect(existsSync(other)).toBe(false);
});
