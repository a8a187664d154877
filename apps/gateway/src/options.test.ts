import { describe, expect, it } from 'vitest';
import { readOptions } from './options';

const required = {
  SUPABASE_URL: 'https://abc.example',
  SUPABASE_SECRET_KEY: 's',
  SUPABASE_PUBLISHABLE_KEY: 'p',
};

describe('readOptions', () => {
  it('needs only the Supabase project, and listens on this machine only', () => {
    expect(readOptions(required)).toEqual({
      ...{ port: 8080, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:8080' },
      ...{ supabaseUrl: 'https://abc.example', secretKey: 's', publishableKey: 'p' },
      ...{ appOrigins: [], trustedProxies: 0, readLimit: 6000, timeLimit: 120_000 },
      ...{ logLevel: 'info', telemetryUrl: undefined, databaseUrl: undefined },
    });
    expect(
      readOptions({ ...required, APP_ORIGINS: 'https://a.example, https://b.example' }).appOrigins,
    ).toEqual(['https://a.example', 'https://b.example']);
  });

  it('drops the trailing slash of an origin: browsers send none, and paths are appended to it', () => {
    const origins = {
      ...{ SUPABASE_URL: 'https://abc.example/', PUBLIC_URL: 'https://agents.example/' },
      APP_ORIGINS: 'https://App.example/',
    };
    expect(readOptions({ ...required, ...origins })).toMatchObject({
      ...{ supabaseUrl: 'https://abc.example', publicUrl: 'https://agents.example' },
      appOrigins: ['https://app.example'],
    });
  });

  it('needs its public address where other machines reach it', () => {
    const outside = { ...required, HOST: '0.0.0.0' };
    expect(() => readOptions(outside)).toThrow(
      'PUBLIC_URL is not set: the gateway listens on 0.0.0.0, so its documents need the address that its clients use',
    );
    expect(readOptions({ ...outside, PUBLIC_URL: 'https://agents.example' })).toMatchObject({
      ...{ host: '0.0.0.0', publicUrl: 'https://agents.example' },
    });
    expect(readOptions({ ...required, HOST: '::1' }).publicUrl).toBe('http://127.0.0.1:8080');
  });

  it.each([
    [{ SUPABASE_URL: '' }, 'SUPABASE_URL is not set'],
    [{ SUPABASE_URL: 'abc' }, 'SUPABASE_URL must be an origin such as https://agents.example'],
    [{ PUBLIC_URL: 'https://x.example/path' }, 'PUBLIC_URL must be an origin such as https://agents.example'],
    [{ PUBLIC_URL: 'https://user:secret@x.example' }, 'PUBLIC_URL must be an origin'],
    [{ APP_ORIGINS: 'https://a.example app.example' }, 'APP_ORIGINS must be an origin'],
    [{ APP_ORIGINS: 'https://a.example/app' }, 'APP_ORIGINS must be an origin'],
    [{ SUPABASE_SECRET_KEY: '' }, 'SUPABASE_SECRET_KEY is not set'],
    [
      { DATABASE_URL: 'localhost' },
      'DATABASE_URL must start with postgres://, such as postgres://user:password@host:5432/name',
    ],
    [{ PORT: 'http' }, 'PORT is "http": it must be an integer from 0 to 65535'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud": it must be one of fatal, error, warn, info, debug, trace, silent',
    ],
  ])('rejects %j', (change, message) => {
    expect(() => readOptions({ ...required, ...change })).toThrow(message);
  });
});
