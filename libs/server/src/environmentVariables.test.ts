/** Environment variables are read, or rejected with their name. `options.test.ts` of each server has its variables. */
import { expect, it } from 'vitest';
import {
  readDatabaseUrl,
  readInteger,
  readList,
  readLogLevel,
  readSecret,
  required,
} from './environmentVariables';

it('an empty variable is not set', () => {
  const env = { A: '', DATABASE_URL: '', LOG_LEVEL: '' };
  expect(readInteger(env, 'A')).toBeUndefined();
  expect(readSecret(env, 'A')).toBeUndefined();
  expect(readList(env, 'A')).toEqual([]);
  expect(readDatabaseUrl(env)).toBeUndefined();
  expect(readLogLevel(env, 'warn')).toBe('warn');
  expect(() => required('A', env.A)).toThrow('A is not set');
  expect(() => required('A', readInteger(env, 'A'))).toThrow('A is not set');
});

it('reads what is set', () => {
  const secret = 'x'.repeat(32);
  const env = {
    A: '0',
    B: 'one, two three',
    PORT: '65535',
    C: secret,
    DATABASE_URL: 'postgresql:///slipway',
    LOG_LEVEL: 'debug',
  };
  expect(readInteger(env, 'A')).toBe(0);
  expect(readInteger(env, 'PORT', { max: 65_535 })).toBe(65_535);
  expect(readList(env, 'B')).toEqual(['one', 'two', 'three']);
  expect(readSecret(env, 'C')).toBe(secret);
  expect(required('C', env.C)).toBe(secret);
  expect(required('A', readInteger(env, 'A'))).toBe(0);
  expect(readDatabaseUrl(env)).toBe('postgresql:///slipway');
  expect(readDatabaseUrl({ DATABASE_URL: 'postgres:///slipway' })).toBe('postgres:///slipway');
  expect(readLogLevel(env, 'warn')).toBe('debug');
});

it.each([
  ['http', { max: 9 }, 'A is "http": it must be an integer from 0 to 9'],
  ['10', { max: 9 }, 'A is "10": it must be an integer from 0 to 9'],
  ['1.5', { min: 1 }, 'A is "1.5": it must be an integer of at least 1'],
  ['0', { min: 1 }, 'A is "0": it must be an integer of at least 1'],
  ['-1', {}, 'A is "-1": it must be an integer of at least 0'],
  ['1e300', {}, 'A is "1e300": it must be an integer of at least 0'],
])('rejects the number %s within %j', (text, limits, message) => {
  expect(() => readInteger({ A: text }, 'A', limits)).toThrow(message);
});

it('rejects a short secret without repeating it, another database and an unknown level', () => {
  expect(() => readSecret({ A: 'hunter2' }, 'A')).toThrow(
    /^A is too short: it must have at least 32 characters$/,
  );
  expect(() => readDatabaseUrl({ DATABASE_URL: 'mysql://u:hunter2@x' })).toThrow(
    'DATABASE_URL must start with postgres://, such as postgres://user:password@host:5432/name',
  );
  expect(() => readDatabaseUrl({ DATABASE_URL: 'https://x/?to=postgres://y' })).toThrow('must start with');
  expect(() => readLogLevel({ LOG_LEVEL: 'loud' }, 'info')).toThrow(
    'LOG_LEVEL is "loud": it must be one of fatal, error, warn, info, debug, trace, silent',
  );
});
