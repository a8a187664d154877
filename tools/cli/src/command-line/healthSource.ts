/** The health records of an environment: from its collector, with the key of a reader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { type HealthSource, httpHealthSource } from '@slipway/health';
import type { Target } from './target';

type Place = Pick<Target, 'environment' | 'workspace'>;

/** The local server stores its collector's key in the home folder. The key may be sent only to its own environments. */
function localKey({ environment, workspace }: Place): string | undefined {
  if (environment.backend !== 'embedded') return undefined;
  try {
    return readFileSync(join(workspace.home, 'health-key'), 'utf8').trim();
  } catch {
    return undefined; // the server has not started yet
  }
}

/** Undefined without a key. @throws `invalid_input` for an address that is none */
export function findHealthSource(env: NodeJS.ProcessEnv, place: Place): HealthSource | undefined {
  const key = env['SLIPWAY_HEALTH_KEY'] || localKey(place);
  const address = env['SLIPWAY_HEALTH_URL'] || place.environment.address;
  if (!URL.canParse(address))
    throw new AppError(
      'invalid_input',
      `SLIPWAY_HEALTH_URL is "${address}": it must be an origin, such as https://collector.example`,
    );
  return key ? httpHealthSource(address, key) : undefined;
}

/** @throws `invalid_input` without a key */
export function healthSource(env: NodeJS.ProcessEnv, place: Place): HealthSource {
  const found = findHealthSource(env, place);
  if (found) return found;
  throw new AppError('invalid_input', 'SLIPWAY_HEALTH_KEY is not set: it is the key of the collector');
}
