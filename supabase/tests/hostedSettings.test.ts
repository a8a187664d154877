/** The settings for hosted Supabase (`config.toml`) meet the specification and equal those of the embedded backend. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { authSettings, defaultRates } from '@slipway/backend';

interface Settings {
  db: { seed: { sql_paths: string[] } };
  auth: ReturnType<typeof authSettings> & {
    email: { double_confirm_changes: boolean; max_frequency: string; secure_password_change: boolean };
    rate_limit: Record<string, number>;
    mfa: { totp: Record<string, boolean> };
  };
}

const path = join(import.meta.dirname, '../config.toml');
const text = readFileSync(path, 'utf8');
const { auth, db } = parse(text) as unknown as Settings;
const embedded = authSettings({ publishable: 'p', secret: 's', jwtSecret: 'j' }, 'http://127.0.0.1:4200');

describe('config.toml', () => {
  it('seeds sample agents, and neither users nor their data (H6)', () => {
    const seeds = db.seed.sql_paths.map((file) => readFileSync(join(path, '..', file), 'utf8'));
    const tables = seeds.flatMap((sql) =>
      [...sql.matchAll(/^(?:insert into|update) (\S+)/gm)].map(([, name]) => name),
    );
    expect(new Set(tables)).toEqual(new Set(['public.agents', 'public.agent_configs']));
  });

  it('requires the password that the form requires', { tags: ['AUTH-34', 'AUTH-36', 'T-09'] }, () => {
    expect(auth.minimum_password_length).toBe(8);
    expect(auth.password_requirements).toBe('lower_upper_letters_digits_symbols');
  });

  it('redirects only to the dashboard', { tags: ['AUTH-62', 'AUTH-63', 'SHELL-12'] }, () => {
    expect(auth.additional_redirect_urls).toEqual([`${auth.site_url}/dashboard`]);
  });

  it(
    'expires tokens after ten minutes, idle sessions after an hour and all after thirty days, and rotates refresh tokens',
    { tags: ['T-53', 'SES-22'] },
    () => {
      expect(auth.jwt_expiry).toBe(600);
      expect(auth.sessions.inactivity_timeout).toBe('1h');
      expect(auth.sessions.timebox).toBe('720h');
      expect(auth.enable_refresh_token_rotation).toBe(true);
    },
  );

  it('confirms every email address', { tags: ['AUTH-78', 'T-15'] }, () => {
    expect(auth.email.enable_confirmations).toBe(true);
    expect(auth.email.double_confirm_changes).toBe(true);
  });

  it('has the rate limits of the embedded backend', { tags: ['T-06'] }, () => {
    expect(auth.rate_limit).toMatchObject({
      sign_in_sign_ups: defaultRates.signIn.burst,
      token_verifications: defaultRates.verify.burst,
      token_refresh: defaultRates.refresh.burst,
    });
    expect(
      [defaultRates.signIn, defaultRates.verify, defaultRates.refresh].map(({ period }) => period),
    ).toEqual([300, 300, 300]);
    expect([auth.email.max_frequency, defaultRates.mail]).toEqual(['1m', { burst: 1, period: 60 }]);
  });

  it('offers authenticator apps as a second factor', { tags: ['SES-11', 'T-52'] }, () => {
    expect(auth.mfa.totp).toEqual({ enroll_enabled: true, verify_enabled: true });
  });

  it('equals the settings of the embedded backend where it has them', () => {
    for (const name of [
      'site_url',
      'jwt_expiry',
      'enable_refresh_token_rotation',
      'refresh_token_reuse_interval',
      'enable_anonymous_sign_ins',
      'minimum_password_length',
    ] as const) {
      expect([name, auth[name]]).toEqual([name, embedded[name]]);
    }
    expect(auth.sessions).toEqual(embedded.sessions);
    // The CLI's name for this setting is newer.
    const { enable_signup: enabled, ...email } = embedded.email;
    expect(auth.email).toMatchObject({ enabled, ...email });
  });

  it('names the requirement or the risk of each setting', () => {
    const settings = text.slice(text.indexOf('[auth]')).split('\n\n');
    expect(settings.filter((part) => !/\b(?:AUTH|SHELL|SES|T)-\d/.test(part))).toEqual([
      expect.stringContaining('[auth.mfa]\n'),
    ]);
  });
});
