/** A change of address is confirmed by the new one, and the attack with sign-in by GitHub fails. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Accounts, startAccounts } from '../../testing/accounts';
import { type FakeGitHub, signInWithGitHub, startFakeGitHub } from '../../testing/fakeGitHub';
import { engines, PASSWORD } from '../../testing/serve';

const victim = 'victim@bigcorp.example';

describe.each(engines)('%s', (engine) => {
  let github: FakeGitHub;
  let accounts: Accounts;
  beforeAll(async () => {
    github = await startFakeGitHub(victim);
    accounts = await startAccounts(engine, {
      github: { clientId: 'id', secret: 'secret', url: github.url },
    });
  });
  afterAll(async () => {
    await accounts.close();
    github.close();
  });

  const change = (token: string, email: string, proof: object = { current_password: PASSWORD }) =>
    accounts.ask('user', { email, ...proof }, { token, method: 'PUT' });

  test('an unverified address does not become the account’s, with GitHub neither (C2)', async () => {
    const attacker = await accounts.account('attacker@example.test');
    expect((await change(attacker.access_token, victim)).status).toBe(200);

    // The old address is notified, and its mail contains no link; the new one is asked.
    expect(accounts.mailTo('attacker@example.test')?.link).toBe('');
    expect(accounts.mailTo('attacker@example.test')?.text).toContain(victim);
    expect(accounts.mailTo(victim)?.link).toContain('type=email_change');

    const [row] = await accounts.rows(
      `select u.email, i.identity_data from auth.users u join auth.identities i on i.user_id = u.id
       where u.id = '${attacker.user.id}'`,
    );
    expect(row?.['email']).toBe('attacker@example.test');
    expect(JSON.stringify(row?.['identity_data'])).not.toContain(victim);

    expect((await signInWithGitHub(accounts)).id).not.toBe(attacker.user.id);
    expect((await accounts.signIn(victim)).body.error_code).toBe('invalid_credentials');

    // The victim's account exists now: even the victim's click on the attacker's link changes nothing.
    const response = await accounts.follow(accounts.mailTo(victim)?.link ?? '');
    expect(response.get('error_code')).toBe('otp_expired');
    const user = await accounts.ask('user', undefined, { token: attacker.access_token });
    expect(user.body['email']).toBe('attacker@example.test');
  });

  test.each(['link', 'code'] as const)('the new address confirms with its %s, once', async (kind) => {
    const [old, next] = [`old-${kind}@example.test`, `new-${kind}@example.test`];
    const owner = await accounts.account(old);
    expect((await change(owner.access_token, next)).body['new_email']).toBe(next);
    await accounts.ask('recover', { email: old });
    const recovery = accounts.mailTo(old)?.link ?? '';

    const mail = accounts.mailTo(next);
    if (kind === 'link') {
      expect((await accounts.follow(mail?.link ?? '')).get('type')).toBe('email_change');
      expect((await accounts.follow(mail?.link ?? '')).get('error_code')).toBe('otp_expired');
    } else {
      const verify = () => accounts.ask('verify', { email: next, token: mail?.code, type: 'email_change' });
      expect((await verify()).status).toBe(200);
      expect((await verify()).body.error_code).toBe('otp_expired');
    }
    expect((await accounts.signIn(next)).status).toBe(200);
    expect((await accounts.signIn(old)).body.error_code).toBe('invalid_credentials');
    await vi.waitFor(async () => {
      const events = await accounts.rows<{ type: string }>(
        `select event_type as type from private.security_events where account_id = '${owner.user.id}'`,
      );
      const types = events.map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(['email_change_requested', 'email_changed']));
    });
    // Links in the old mailbox are void.
    expect((await accounts.follow(recovery)).get('error_code')).toBe('otp_expired');
  });

  test('an address with an account gets the same response and no link (M3)', async () => {
    const owner = await accounts.account('mover@example.test');
    await accounts.account('taken@example.test');
    const mails = accounts.mailsTo('taken@example.test');
    const [taken, free] = [
      await change(owner.access_token, 'taken@example.test'),
      await change(owner.access_token, 'free@example.test'),
    ];
    expect([taken.status, taken.body['new_email']]).toEqual([200, 'taken@example.test']);
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body));
    expect(accounts.mailsTo('taken@example.test')).toBe(mails);
  });

  test('a stolen session without the password changes no address', async () => {
    const owner = await accounts.account('stolen@example.test');
    const responses = [
      await change(owner.access_token, 'thief@example.test', {}),
      await change(owner.access_token, 'thief@example.test', { current_password: 'Wrong-password-1' }),
    ];
    expect(responses.map(({ body }) => body.error_code)).toEqual([
      'current_password_required',
      'current_password_invalid',
    ]);
    expect(accounts.mailsTo('thief@example.test')).toBe(0);
  });
});
