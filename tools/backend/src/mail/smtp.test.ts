/** Real mails to a real SMTP server: sign-in, STARTTLS, and failures that neither leak nor hang. */
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Backend, startBackend } from '../backend';
import { files } from '../testing/files';
import { newPlace, PASSWORD } from '../testing/serve';
import type { SmtpSettings } from '@slipway/server/mail';

interface Received {
  to: string[];
  text: string;
  isSecure: boolean;
  user: unknown;
}

const origin = 'http://127.0.0.1:4999';
const often = { burst: 1_000, period: 1 };
const rates = { mail: often, signIn: often };
let place: Awaited<ReturnType<typeof newPlace>>;
let received: Received[];
let log: string[];
let smtp: SMTPServer;
let backend: Backend | undefined;

beforeEach(async () => {
  place = await newPlace('PostgreSQL');
  received = [];
  log = [];
});
afterEach(async () => {
  await backend?.close();
  backend = undefined;
  await new Promise<void>((resolve) => {
    smtp.close(resolve);
  });
  rmSync(place.home, { recursive: true, force: true });
});

/** Starts the mail server, which accepts one user, and the backend with it. */
async function start(options: SMTPServerOptions = {}, changes: Partial<SmtpSettings> = {}): Promise<Backend> {
  smtp = new SMTPServer({
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'slipway' && password === 'right') done(null, { user: username });
      else done(new Error('Invalid login for slipway'));
    },
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text, isSecure: session.secure, user: session.user });
        done();
      });
    },
    ...options,
  });
  smtp.on('error', () => undefined); // the client ended the connection
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const { port } = smtp.server.address() as AddressInfo;
  const settings = { host: '127.0.0.1', port, user: 'slipway', password: 'right', ...changes };
  backend = await startBackend({
    ...{ ...place, origin, rates, responseTime: 0, log: (line: string) => log.push(line), ...files },
    smtp: { from: 'Slipway <no-reply@slipway.example>', ...settings },
  });
  return backend;
}

const signUp = async (server: Backend, email = 'new@example.com', path = 'signup') => {
  const response = await server.fetch(
    new Request(`${origin}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, type: 'signup' }),
    }),
    { address: '203.0.113.1' },
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const arrived = () =>
  vi.waitFor(() => {
    expect(received).toHaveLength(1);
  });

test('a mail server that does not respond reveals no account: no response waits for it', async () => {
  const held: (() => void)[] = [];
  const server = await start({ onMailFrom: (_from, _session, done) => held.push(done) });
  expect((await signUp(server)).status).toBe(200);
  await server.database.run('update auth.users set email_confirmed_at = now()');
  for (const path of ['recover', 'otp', 'magiclink', 'resend']) {
    const known = await signUp(server, 'new@example.com', path);
    expect(known).toEqual(await signUp(server, 'unknown@example.com', path));
  }
  for (const release of held) release();
});

test('a server without a mailer reveals no account: no address gets a mail', async () => {
  await start();
  await backend?.close();
  const options = {
    ...place,
    origin,
    rates,
    responseTime: 0,
    log: (line: string) => log.push(line),
    ...files,
  };
  const server = await startBackend({ ...options, hasMailbox: false });
  backend = server;
  const { email } = await server.database
    .rows<{ email: string }>('select email from auth.users where email is not null limit 1')
    .then(([user]) => user ?? { email: '' });
  expect(email).not.toBe('');
  for (const path of ['signup', 'recover', 'otp', 'magiclink', 'resend'])
    for (const address of [email, 'unknown@example.com'])
      expect(await signUp(server, address, path)).toMatchObject({
        ...{ status: 500, body: { error_code: 'unexpected_failure' } },
      });
});

describe('a mail server', () => {
  test('gets the mail of a sign-up, signed in and over STARTTLS, and the mailbox stays empty', async () => {
    const server = await start();
    expect((await signUp(server)).status).toBe(200);
    await arrived();
    expect(received).toMatchObject([{ to: ['new@example.com'], isSecure: true, user: 'slipway' }]);
    expect(received[0]?.text).toContain('From: Slipway <no-reply@slipway.example>');
    expect(received[0]?.text).toMatch(/auth\/v1\/verify/);
    expect(server.mailbox.list()).toEqual([]);
    expect(log).toEqual([]);
  });

  test('on this machine may lack TLS and sign-in', async () => {
    const server = await start({ hideSTARTTLS: true, authOptional: true }, { user: undefined });
    expect((await signUp(server)).status).toBe(200);
    await arrived();
    expect(received).toMatchObject([{ isSecure: false }]);
  });
});

describe.each<[string, SMTPServerOptions, Partial<SmtpSettings>, RegExp]>([
  ['a rejected login', {}, { password: 'wrong' }, /EAUTH 535/],
  ['a server without TLS', { hideSTARTTLS: true }, { requiresTls: true }, /ETLS|EDNS|ESOCKET|EPROTOCOL/],
  ['an unknown certificate', {}, { requiresTls: true }, /ESOCKET|ETLS/],
  [
    'a rejected recipient',
    { onRcptTo: ({ address }, _session, done) => done(new Error(`No ${address} here`)) },
    {},
    /EENVELOPE 550/,
  ],
])('%s', (_what, options, changes, reason) => {
  test('is one log line without the address or the password, and no other response: that would reveal an account', async () => {
    const server = await start(options, changes);
    const { status, body } = await signUp(server);
    expect([status, body['email']]).toEqual([200, 'new@example.com']);
    const lines = () => log.filter((line) => line.startsWith('A mail was not sent'));
    await vi.waitFor(() => {
      expect(lines()).toEqual([expect.stringMatching(reason)]);
    });
    expect(received).toEqual([]);
    expect(log.join('\n')).not.toMatch(/new@example|right|wrong|verify|Invalid login/);
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|EAUTH/);
  });
});
