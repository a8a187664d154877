/** Options are read from the environment, or rejected with the name of the variable. */
import { expect, it } from 'vitest';
import { readOptions } from './options';

it('has defaults', () => {
  expect(readOptions({}, '/slipway')).toEqual({
    port: 4200,
    origin: 'http://127.0.0.1:4200',
    isLoopback: true,
    hasDemo: true,
    hasMailbox: true,
    smtp: undefined,
    home: '/slipway/.slipway',
    databaseUrl: undefined,
    slipwayKey: undefined,
    previousSlipwayKey: undefined,
    github: undefined,
    buildsSlices: true,
    signInLimit: 30,
    codeLimit: 30,
    sweepSeconds: 1,
    readLimit: 6000,
    trustedProxies: 0,
  });
});

it('reads the limits of sign-ins, codes and reads', () => {
  expect(readOptions({ READ_LIMIT: '100' }, '/slipway').readLimit).toBe(100);
  expect(readOptions({ SIGN_IN_LIMIT: '1000' }, '/slipway').signInLimit).toBe(1000);
  expect(readOptions({ CODE_LIMIT: '40' }, '/slipway').codeLimit).toBe(40);
  expect(readOptions({ SWEEP_SECONDS: '2' }, '/slipway').sweepSeconds).toBe(2);
});

it('reads a public origin', () => {
  expect(readOptions({ PORT: '4300', PUBLIC_URL: 'https://slipway.example' }, '/slipway').origin).toBe(
    'https://slipway.example',
  );
});

const DATABASE_URL = 'postgres://me@127.0.0.1:5432/slipway';

it.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ SLIPWAY_DEMO: '0' }, false],
  [{ PUBLIC_URL: 'https://slipway.example' }, false],
  [{ PUBLIC_URL: 'http://192.168.1.20:4200' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.1.slipway.example' }, false],
  [{ DATABASE_URL }, false],
  [{ DATABASE_URL, SLIPWAY_DEMO: '1' }, true],
])('%j has the demo data: %s (H6)', (env, hasDemo) => {
  expect(readOptions(env, '/slipway').hasDemo).toBe(hasDemo);
});

const smtp = { SMTP_HOST: 'mail.example', SMTP_FROM: 'Slipway <no-reply@slipway.example>' };

it('reads a mail server, which replaces the mailbox', () => {
  const signIn = { SMTP_PORT: '465', SMTP_USER: 'u', SMTP_PASSWORD: 'p' };
  expect(readOptions({ ...smtp, ...signIn }, '/slipway')).toMatchObject({
    hasMailbox: false,
    smtp: { host: 'mail.example', port: 465, user: 'u', password: 'p', from: smtp.SMTP_FROM },
  });
  expect(readOptions(smtp, '/slipway').smtp?.port).toBe(587);
});

it.each([
  [{ SMTP_USER: 'u' }, /SMTP_USER is set, but SMTP_HOST is not/],
  [{ SMTP_HOST: 'mail.example' }, /SMTP_FROM must be an address/],
  [{ ...smtp, SMTP_FROM: 'a@b.example\r\nBcc: x@y.example' }, /SMTP_FROM must be an address/],
  [{ ...smtp, SMTP_PORT: '0' }, /SMTP_PORT is "0"/],
  [{ ...smtp, SMTP_USER: 'u' }, /Set both SMTP_USER and SMTP_PASSWORD/],
  [{ SLIPWAY_DEMO: 'yes' }, /SLIPWAY_DEMO is "yes": it must be 0 or 1/],
  [{ PUBLIC_URL: 'slipway.example' }, /PUBLIC_URL is "slipway.example": it must be an origin/],
  [{ PORT: '70000' }, /PORT is "70000"/],
  [{ PORT: '6000' }, /PORT is "6000": browsers block it. Use another port/],
  [{ SIGN_IN_LIMIT: '0' }, /SIGN_IN_LIMIT is "0": it must be an integer of at least 1/],
  [{ READ_LIMIT: '1.5' }, /READ_LIMIT is "1.5": it must be an integer of at least 1/],
  [{ SIGN_IN_LIMIT: 'many' }, /SIGN_IN_LIMIT/],
  [{ TRUSTED_PROXIES: '-1' }, /TRUSTED_PROXIES is "-1": it must be an integer from 0 to 10/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must start with postgres/],
  [{ SLIPWAY_KEY: 'short' }, /SLIPWAY_KEY is too short/],
  [{ GITHUB_CLIENT_ID: 'x' }, /Set both GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET/],
])('rejects %j', (env, message) => {
  expect(() => readOptions(env, '/slipway')).toThrow(message);
});
