/** `npm run plan` with and without a running server. Each is a process: most of its errors run at night. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newHome, serve } from '@slipway/backend/testing';

const isNightly = process.env['TEST_TIER'] === 'nightly';

const script = fileURLToPath(new URL('../../repo/bootstrap/plan.mjs', import.meta.url));

const plan = (args: string[], env: Record<string, string>) =>
  new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { env: { ...process.env, ...env } },
      (_error, stdout, stderr) => {
        resolve(`${stdout}${stderr}`.trim());
      },
    );
  });

test('generates no keys for a home that no server has used', async () => {
  const home = newHome({ prepared: false });
  expect(await plan(['demo@slipway.example', 'Pro'], { SLIPWAY_HOME: home })).toBe(
    `slipway: ${join(home, 'keys.json')} has no keys: start the server with npm start, or set SLIPWAY_HOME to the folder of another one`,
  );
  expect(readdirSync(home)).toEqual([]);
});

test('changes a user’s plan, and reports errors in one line', async () => {
  const served = await serve('PostgreSQL');
  const env = { PORT: new URL(served.origin).port, SLIPWAY_HOME: served.home };
  const user = await served.user();
  const email = String((await user.client.auth.getUser()).data.user?.email);
  expect(await plan([email, 'Pro'], env)).toBe(`${email} is now on the Pro plan`);
  const { data } = await user.client
    .from('subscriptions')
    .select('plan_name, status, price_per_cycle')
    .single();
  expect(data).toEqual({ plan_name: 'Pro', status: 'active', price_per_cycle: 29 });
  expect(await plan([email, 'Gold'], env)).toBe('slipway: Unknown plan: use Starter, Pro or Enterprise');
  expect(await plan([email, 'Pro', 'Enterprise'], env)).toContain('slipway: Usage: npm run plan');
  if (isNightly) {
    expect(await plan(['unknown@example.com', 'Pro'], env)).toBe(
      'slipway: No user has the email address unknown@example.com',
    );
    expect(await plan([], env)).toContain('slipway: Usage: npm run plan');
  }
  await served.close();
  if (isNightly) {
    expect(await plan([email, 'Pro'], { ...env, SLIPWAY_HOME: newHome() })).toBe(
      `slipway: No server is running at ${served.origin}. Start it with npm start`,
    );
  }
});
