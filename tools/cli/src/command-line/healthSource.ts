/** The health records of an environment: from its collector, with the key of a reader. */
import { AppError } from '@slipway/contracts';
import { type HealthSource, httpHealthSource } from '@slipway/health';
import type { Target } from './target';

/** @throws `invalid_input` without a key */
export function healthSource(
  env: NodeJS.ProcessEnv,
  { environment }: Pick<Target, 'environment'>,
): HealthSource {
  const key = env['SLIPWAY_HEALTH_KEY'];
  if (!key)
    throw new AppError('invalid_input', 'SLIPWAY_HEALTH_KEY is not set: it is the key of the collector');
  return httpHealthSource(env['SLIPWAY_HEALTH_URL'] || environment.address, key);
}
