/**
 * Checks of a hosted project's auth settings. Source: `GET /auth/v1/settings`, which is public, and with
 * `SUPABASE_ACCESS_TOKEN` the Management API's `config/auth`. The values are those of `supabase/config.toml`.
 */
import * as v from 'valibot';
import type { Environment } from '../environment/environment';
import { type Finding, finding, missing } from '../checks/finding';

/** Milliseconds. */
const TIMEOUT = 10_000;

type HostedBackend = Exclude<Environment['backend'], 'embedded'>;

export interface AuthTarget {
  environment: Environment;
  backend: HostedBackend;
  /** For the Management API. */
  accessToken: string | undefined;
  managementApi: string;
}

const publicSettings = v.object({
  external: v.record(v.string(), v.boolean()),
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
});

type Setting = [name: string, isRight: (value: unknown) => boolean, wanted: string];

/** The settings that `supabase config push` and the dashboard make. Sessions are in hours. */
const settingsFor = (address: string): Setting[] => [
  ['site_url', (value) => value === address, address],
  [
    'uri_allow_list',
    (value) => String(value).split(',').includes(`${address}/dashboard`),
    `${address}/dashboard`,
  ],
  ['jwt_exp', (value) => Number(value) <= 600, '600 or less'],
  ['refresh_token_rotation_enabled', (value) => value === true, 'true'],
  ['password_min_length', (value) => Number(value) >= 8, '8 or more'],
  [
    'password_required_characters',
    (value) => typeof value === 'string' && value !== '',
    'letters, digits and symbols',
  ],
  ['sessions_inactivity_timeout', (value) => Number(value) > 0, '1 hour'],
  ['sessions_timebox', (value) => Number(value) > 0, '720 hours'],
  ['mailer_secure_email_change_enabled', (value) => value === true, 'true'],
  ['security_update_password_require_reauthentication', (value) => value === true, 'true'],
  ['mfa_totp_enroll_enabled', (value) => value === true, 'true'],
  ['mfa_totp_verify_enabled', (value) => value === true, 'true'],
  [
    'smtp_host',
    (value) => typeof value === 'string' && value !== '',
    'your mail server: the built-in one sends two mails an hour',
  ],
  [
    'mailer_templates_magic_link_content',
    (value) => String(value).includes('.Token'),
    'a text with {{ .Token }}',
  ],
];

export const authFindings = (target: AuthTarget): Promise<Finding[]> =>
  Promise.all([
    finding('auth', () => checkPublic(target)),
    finding('auth settings', () => checkSettings(target)),
  ]);

async function json(url: string, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
  if (!response) missing(`${url} cannot be reached: the project may be paused, or "backend" is wrong`);
  if (!response.ok) missing(`${url} responds with status ${String(response.status)}: check the key`);
  return response.json();
}

async function checkPublic({ backend }: AuthTarget): Promise<string> {
  const url = `${backend.url}/auth/v1/settings`;
  const settings = v.parse(publicSettings, await json(url, { apikey: backend.publishableKey }));
  const { external } = settings;
  const hasGitHub = backend.providers?.includes('github') ?? false;
  const wrong = [
    ...(settings.disable_signup ? ['sign-up is switched off'] : []),
    ...(settings.mailer_autoconfirm ? ['addresses are not confirmed: switch on "Confirm email"'] : []),
    ...(external['email'] ? [] : ['sign-in with email is switched off']),
    ...(external['anonymous_users'] ? ['anonymous sign-ins are switched on'] : []),
    ...((external['github'] ?? false) === hasGitHub
      ? []
      : [
          `sign-in with GitHub is ${hasGitHub ? 'off' : 'on'} in the project and ${hasGitHub ? 'on' : 'off'} in the environment's file (backend.providers)`,
        ]),
  ];
  if (wrong.length > 0) missing(wrong.join('; '));
  return `email with confirmation${hasGitHub ? ', GitHub' : ''}, no anonymous users`;
}

async function checkSettings({
  environment,
  backend,
  accessToken,
  managementApi,
}: AuthTarget): Promise<string> {
  const [project = ''] = new URL(backend.url).hostname.split('.');
  if (!accessToken)
    return 'not checked: set SUPABASE_ACCESS_TOKEN (supabase.com/dashboard/account/tokens) to compare them with supabase/config.toml';
  const config = (await json(`${managementApi}/v1/projects/${project}/config/auth`, {
    authorization: `Bearer ${accessToken}`,
  })) as Record<string, unknown>;
  const wrong = settingsFor(environment.address).filter(([name, isRight]) => !isRight(config[name]));
  if (wrong.length > 0)
    missing(
      `${wrong.map(([name, , wanted]) => `${name} must be ${wanted}`).join('; ')}: edit supabase/config.toml, run npx supabase config push, and set the rest under Authentication`,
    );
  return 'as in supabase/config.toml';
}
