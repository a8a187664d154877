import { expect, it } from 'vitest';
import { readOptions } from './options';

const required = {
  DATABASE_URL: 'postgres://collector@db.example/app',
  HEALTH_ENVIRONMENTS: 'production=https://app.example, staging=https://staging.example',
  SLIPWAY_HEALTH_KEY: 'a-key-of-thirty-two-characters-0',
};

it('needs a database, the environments and a key', () => {
  expect(readOptions(required)).toMatchObject({
    ...{ port: 8081, host: '127.0.0.1', limit: undefined, trustedProxies: 0, telemetryUrl: undefined },
    environments: new Map([
      ['production', 'https://app.example'],
      ['staging', 'https://staging.example'],
    ]),
  });
});

it.each([
  [{ DATABASE_URL: '' }, 'DATABASE_URL is not set'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
  [{ SLIPWAY_HEALTH_KEY: 'short' }, 'SLIPWAY_HEALTH_KEY is too short: it must have at least 32 characters'],
  [{ HEALTH_ENVIRONMENTS: 'app.example' }, 'HEALTH_ENVIRONMENTS has "app.example": write environments'],
  [{ PORT: 'http' }, 'PORT is "http": it must be an integer from 0 to 65535'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"'],
])('rejects %j', (change, message) => {
  expect(() => readOptions({ ...required, ...change })).toThrow(message);
});
