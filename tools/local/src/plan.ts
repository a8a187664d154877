/**
 * `npm run plan <email> <plan>`: changes a user's plan, for example after its quota is used up. It calls the running
 * local server, because only one process can open the embedded database.
 */
import { join } from 'node:path';
import { runningOrigin } from '@slipway/cli';
import { AppError, isAppError } from '@slipway/contracts';
import { readOptions } from './app/options';
import { readKeys } from '@slipway/backend';
import { functionRequest } from '@slipway/server';

const root = join(import.meta.dirname, '../../..');

/** @throws `invalid_input`, `not_found`, `unavailable` */
async function setPlan([email, plan, ...rest]: readonly string[]): Promise<void> {
  if (!email || !plan || rest.length > 0) {
    throw new AppError(
      'invalid_input',
      'Usage: npm run plan demo@slipway.example Pro (Starter, Pro or Enterprise)',
    );
  }
  const { port, home } = readOptions(process.env, root);
  const { secret } = readKeys(home);
  const origin = runningOrigin(home) ?? `http://127.0.0.1:${String(port)}`;
  let response: Response;
  try {
    response = await fetch(
      functionRequest('set_plan', { email, plan_name: plan }, { url: origin, key: secret }),
    );
  } catch (cause) {
    throw new AppError('unavailable', `No server is running at ${origin}. Start it with npm start`, {
      cause,
    });
  }
  if (!response.ok) {
    const { message } = (await response.json()) as { message?: string };
    throw new AppError(
      response.status === 404 ? 'not_found' : 'invalid_input',
      message ?? `The server responded with ${String(response.status)}`,
    );
  }
  console.log(`${email} is now on the ${plan} plan`);
}

try {
  await setPlan(process.argv.slice(2));
} catch (error) {
  console.error(isAppError(error) ? `slipway: ${error.message}` : error);
  process.exit(1);
}
