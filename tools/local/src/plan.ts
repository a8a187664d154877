/**
 * `npm run plan <email> <plan>`: puts somebody on a plan of the running local server, so that nobody is stuck at a
 * quota. It asks the server, because the embedded database takes one process at a time.
 */
import { join } from 'node:path';
import { AppError, isAppError } from '@slipway/contracts';
import { readOptions } from './app/options';
import { keysOf } from '@slipway/backend';

const root = join(import.meta.dirname, '../../..');

/** @throws `invalid_input`, `not_found`, `unavailable` */
async function setPlan([email, plan]: readonly string[]): Promise<void> {
  if (!email || !plan) {
    throw new AppError(
      'invalid_input',
      'Say who and what: npm run plan demo@slipway.example Pro (Starter, Pro, Enterprise)',
    );
  }
  const { port, home } = readOptions(process.env, root);
  const { secret } = await keysOf(home);
  const origin = `http://127.0.0.1:${String(port)}`;
  let answer: Response;
  try {
    answer = await fetch(`${origin}/rest/v1/rpc/set_plan`, {
      method: 'POST',
      headers: { apikey: secret, authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, plan_name: plan }),
    });
  } catch (cause) {
    throw new AppError('unavailable', `Nothing answers at ${origin}: start it first with npm start`, {
      cause,
    });
  }
  if (!answer.ok) {
    const { message } = (await answer.json()) as { message?: string };
    throw new AppError(
      answer.status === 404 ? 'not_found' : 'invalid_input',
      message ?? `The server answered ${String(answer.status)}`,
    );
  }
  console.log(`${email} is on ${plan}`);
}

try {
  await setPlan(process.argv.slice(2));
} catch (error) {
  console.error(isAppError(error) ? `slipway: ${error.message}` : error);
  process.exit(1);
}
