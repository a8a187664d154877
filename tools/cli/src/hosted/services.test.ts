/** `slipway doctor --hosted` against a server that answers as a project, a gateway and a collector do, or do not. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnvironment } from '../environment/environment';
import { authFindings } from './authChecks';
import { serviceFindings } from './serviceChecks';

const right = {
  'GET /auth/v1/settings': {
    body: { external: { email: true, github: true }, disable_signup: false, mailer_autoconfirm: false },
  },
  'GET /v1/projects/127/config/auth': { body: {} as object },
  'POST /rest/v1/rpc/schema_version public': { body: '20261127000000' },
  'POST /rest/v1/rpc/schema_version private': { status: 406 },
  'GET /v1/models': { status: 401, body: { title: 'No key' } },
  'POST /health-events': { status: 400 },
};
let answers: Record<string, { status?: number; body?: unknown }> = right;
let origin: string;

const server = createServer((request, response) => {
  const profile = request.headers['content-profile'];
  const name = `${request.method ?? ''} ${request.url ?? ''}${typeof profile === 'string' ? ` ${profile}` : ''}`;
  const { status = 200, body } = answers[name] ?? { status: 404 };
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body ?? {}));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.close();
});

async function problems(accessToken?: string): Promise<Record<string, string>> {
  const backend = {
    ...{ url: origin, publishableKey: 'sb_publishable_test', mfa: true },
    providers: ['github' as const],
  };
  const fields = { name: 'production', store: 'x', address: origin, backend, health: {} };
  const environment = parseEnvironment(fields, 'production.json');
  const found = await Promise.all([
    authFindings({ environment, backend, accessToken, managementApi: origin }),
    serviceFindings(environment, backend),
  ]);
  return Object.fromEntries(
    found
      .flat()
      .filter(({ isHealthy }) => !isHealthy)
      .map(({ subject, detail }) => [subject, detail]),
  );
}

test('a project with its services has no problem (21.4)', async () => {
  const config = {
    ...{ site_url: origin, uri_allow_list: `${origin}/dashboard`, jwt_exp: 600, password_min_length: 8 },
    ...{ refresh_token_rotation_enabled: true, password_required_characters: 'abc:0123' },
    ...{ sessions_inactivity_timeout: 1, sessions_timebox: 720, smtp_host: 'smtp.example.com' },
    ...{ mailer_secure_email_change_enabled: true, security_update_password_require_reauthentication: true },
    ...{ mfa_totp_enroll_enabled: true, mfa_totp_verify_enabled: true },
    mailer_templates_magic_link_content: 'Your code: {{ .Token }}',
  };
  answers = { ...right, 'GET /v1/projects/127/config/auth': { body: config } };
  expect(await problems('sbp_token')).toEqual({});

  answers = {
    ...right,
    'GET /v1/projects/127/config/auth': { body: { ...config, jwt_exp: 3600, smtp_host: null } },
  };
  expect(await problems('sbp_token')).toEqual({
    'auth settings': expect.stringMatching(/^jwt_exp must be 600 or less; smtp_host must be your/) as string,
  });
});

test('it says which service is missing, and which setting is wrong', async () => {
  answers = {
    'GET /auth/v1/settings': {
      body: {
        external: { email: true, anonymous_users: true },
        disable_signup: false,
        mailer_autoconfirm: true,
      },
    },
    'POST /rest/v1/rpc/schema_version public': { body: '20261127000000' },
    'POST /rest/v1/rpc/schema_version private': { body: '1' },
    'GET /v1/models': { status: 200 },
  };
  expect(await problems()).toEqual({
    auth: 'addresses are not confirmed: switch on "Confirm email"; anonymous sign-ins are switched on; sign-in with GitHub is off in the project and on in the environment\'s file (backend.providers)',
    'data API': expect.stringContaining('private is exposed') as string,
    gateway: expect.stringContaining('responds with status 200 instead of 401') as string,
    collector: expect.stringContaining('responds with status 404 instead of 400') as string,
  });
});
