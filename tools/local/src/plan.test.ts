/** `npm run plan` against a server that runs, and against none. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newHome, serve } from '@slipway/backend/testing';

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

test('somebody is put on a plan, and what is wrong is said in one line', async () => {
  const served = await serve('PGlite');
  const env = { PORT: new URL(served.origin).port, SLIPWAY_HOME: served.home };
  const person = await served.person();
  const email = String((await person.client.auth.getUser()).data.user?.email);
  expect(await plan([email, 'Pro'], env)).toBe(`${email} is on Pro`);
  const { data } = await person.client
    .from('subscriptions')
    .select('plan_name, status, price_per_cycle')
    .single();
  expect(data).toEqual({ plan_name: 'Pro', status: 'active', price_per_cycle: 29 });
  expect(await plan([email, 'Gold'], env)).toBe('slipway: Unknown plan: use Starter, Pro or Enterprise');
  expect(await plan(['nobody@example.com', 'Pro'], env)).toBe(
    'slipway: No user has the email address nobody@example.com',
  );
  expect(await plan([], env)).toContain('slipway: Say who and what');
  await served.close();
  expect(await plan([email, 'Pro'], { ...env, SLIPWAY_HOME: newHome() })).toBe(
    `slipway: Nothing answers at ${served.origin}: start it first with npm start`,
  );
});
