/**
 * A code that was mailed to one address never proves another. Each test changes the address before the first statement of
 * a request, then before its second, and so on: neither the takeover of an address nor a way back through the old mailbox
 * works at any of these moments.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { oneTimeTokens } from '../../accounts/oneTimeTokens';
import { type Accounts, startAccounts } from '../../testing/accounts';
import { engines, PASSWORD } from '../../testing/serve';
import { currentRequest } from '../currentRequest';

const tokens = oneTimeTokens(() => [Buffer.alloc(32)]);
/** Milliseconds after which a request continues, because the change waits for its lock. */
const PATIENCE = 150;

interface Executor {
  executeQuery(query: unknown): Promise<unknown>;
}

describe.each(engines)('%s', { timeout: 120_000 }, (engine) => {
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts(engine);
  });
  afterAll(() => accounts.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Runs `request`, and `change` before one of its statements. Returns whether it has that many. */
  async function interleave(at: number, request: () => Promise<unknown>, change: () => Promise<unknown>) {
    const executor = accounts.backend.database.connection.kysely.getExecutor();
    const base = Object.getPrototypeOf(Object.getPrototypeOf(executor) as object) as Executor;
    const run = base.executeQuery;
    let [count, isReached] = [0, false];
    const { promise: reached, resolve: reach } = deferred();
    const { promise: changed, resolve: finish } = deferred();
    const spy = vi.spyOn(base, 'executeQuery').mockImplementation(async function (this: Executor, query) {
      const isMoment = currentRequest() !== undefined && count++ === at;
      if (isMoment) {
        isReached = true;
        reach();
        await Promise.race([changed, sleep(PATIENCE)]);
      }
      return run.call(this, query);
    });
    // The change runs outside of the request.
    const changing = reached.then(change).then(finish);
    await request();
    spy.mockRestore();
    if (isReached) await changing;
    return isReached;
  }

  async function eachMoment(work: (at: number) => Promise<boolean>) {
    let at = 0;
    while (await work(at)) at += 1;
    // Fewer would mean that the statements of requests are no longer seen.
    expect(at).toBeGreaterThan(2);
  }

  const set = (id: string, column: 'email' | 'email_change', address: string) =>
    accounts.rows(`update auth.users set ${column} = '${address}' where id = '${id}'`);
  const emailOf = async (id: string) =>
    (await accounts.rows<{ email: string }>(`select email from auth.users where id = '${id}'`))[0]?.email;
  const confirm = (email: string, token: string | undefined) =>
    accounts.ask('verify', { email, token, type: 'email_change' });

  /** An account that has requested a change to `own`, another address of the attacker. */
  async function attacker(name: string) {
    const [email, own] = [`${name}@example.test`, `${name}-own@example.test`];
    const { access_token: token, user } = await accounts.account(email);
    const body = { email: own, current_password: PASSWORD };
    await accounts.ask('user', body, { token, method: 'PUT' });
    return { email, own, token, id: user.id };
  }

  test('a mail that is sent again while the new address changes does not prove the next one (S1)', async () => {
    const { email, own, id } = await attacker('resend');
    const victim = 'resend-victim@bigcorp.example';
    await eachMoment(async (at) => {
      await set(id, 'email_change', own);
      const resend = () => accounts.ask('resend', { email, type: 'email_change' });
      const isReached = await interleave(at, resend, () => set(id, 'email_change', victim));
      if (!isReached) return false;
      const mail = accounts.mailTo(own);
      expect((await confirm(victim, mail?.code)).status).toBe(403);
      expect((await accounts.follow(mail?.link ?? '')).get('error_code')).toBe('otp_expired');
      return true;
    });
    expect(await emailOf(id)).toBe(email);
  });

  test('a request for an own address does not prove that of a concurrent one (S1)', async () => {
    const { own, token, id } = await attacker('put');
    const victim = 'put-victim@bigcorp.example';
    const body = { email: own, current_password: PASSWORD };
    await eachMoment(async (at) => {
      const put = () => accounts.ask('user', body, { token, method: 'PUT' });
      const isReached = await interleave(at, put, () => set(id, 'email_change', victim));
      if (!isReached) return false;
      expect((await confirm(victim, accounts.mailTo(own)?.code)).status).toBe(403);
      return true;
    });
  });

  test('a confirmation while the new address changes does not confirm the next one (S1)', async () => {
    const { email, own, id } = await attacker('verify');
    const victim = 'verify-victim@bigcorp.example';
    await eachMoment(async (at) => {
      await accounts.rows(
        `update auth.users set email = '${email}', email_change = '${own}' where id = '${id}'`,
      );
      await accounts.ask('resend', { email, type: 'email_change' });
      const { code } = accounts.mailTo(own) ?? {};
      // As a request for the victim's address: its code replaces the code that is being confirmed.
      const change = async () => {
        await set(id, 'email_change', victim);
        const recipient = { userId: id, purpose: 'email_change_token_new', address: victim } as const;
        await tokens.issue(accounts.backend.database.connection.kysely, recipient);
      };
      const isReached = await interleave(at, () => confirm(own, code), change);
      expect(await emailOf(id)).not.toBe(victim);
      return isReached;
    });
  });

  test('a request for an address with an account voids the code of the one before (S1)', async () => {
    const { own, token } = await attacker('taken');
    const taken = 'taken-victim@bigcorp.example';
    await accounts.account(taken);
    await accounts.ask('user', { email: taken, current_password: PASSWORD }, { token, method: 'PUT' });
    await accounts.rows(`delete from auth.users where email = '${taken}'`);
    expect((await confirm(taken, accounts.mailTo(own)?.code)).status).toBe(403);
  });

  test.each([
    ['recover', 'recovery'],
    ['otp', 'magiclink'],
  ] as const)(
    'a mail of /%s to the old address does not sign in after the change (S1)',
    async (path, type) => {
      const [old, next] = [`${path}-old@example.test`, `${path}-new@example.test`];
      const { user } = await accounts.account(old);
      await eachMoment(async (at) => {
        await set(user.id, 'email', old);
        // As the completed change does: the codes from before it are void.
        const change = () =>
          accounts.rows(
            `with changed as (update auth.users set email = '${next}' where id = '${user.id}' returning id)
           delete from auth.one_time_tokens where user_id in (select id from changed)`,
          );
        const ask = () => accounts.ask(path, { email: old, create_user: false });
        if (!(await interleave(at, ask, change))) return false;
        const mail = accounts.mailTo(old);
        for (const email of [old, next])
          expect((await accounts.ask('verify', { email, token: mail?.code, type })).status).toBe(403);
        expect((await accounts.follow(mail?.link ?? '')).get('error_code')).toBe('otp_expired');
        return true;
      });
    },
  );

  test('a code for the signed-in user, mailed to the old address, is void after the change (S1)', async () => {
    const [old, next] = ['nonce-old@example.test', 'nonce-new@example.test'];
    const { access_token: token, user } = await accounts.account(old);
    await eachMoment(async (at) => {
      await accounts.rows(
        `update auth.users set email = '${old}', reauthentication_sent_at = null where id = '${user.id}'`,
      );
      const ask = () => accounts.ask('reauthenticate', undefined, { token });
      if (!(await interleave(at, ask, () => set(user.id, 'email', next)))) return false;
      const nonce = accounts.mailTo(old)?.code;
      const body = { email: 'thief@example.test', nonce };
      expect((await accounts.ask('user', body, { token, method: 'PUT' })).status).toBe(422);
      return true;
    });
  });
});

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
