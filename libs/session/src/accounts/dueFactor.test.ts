import { expect, test } from 'vitest';
import type { AuthSession } from '@slipway/data';
import { session } from '../testing/authService';
import { dueFactorOf } from './dueFactor';

const factor = { id: 'f1', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' };
const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2ln`;
const sessionWith = (access_token: string, factors: object[] = [factor]) =>
  ({ ...session(), access_token, user: { ...session().user, factors } }) as unknown as AuthSession;

test.each([
  ['before its code', sessionWith(tokenOf({ aal: 'aal1' })), 'f1'],
  ['after its code', sessionWith(tokenOf({ aal: 'aal2' })), undefined],
  ['unverified', sessionWith(tokenOf({ aal: 'aal1' }), [{ ...factor, status: 'unverified' }]), undefined],
  ['by phone', sessionWith(tokenOf({ aal: 'aal1' }), [{ ...factor, factor_type: 'phone' }]), undefined],
  ['with a token that is no JWT', sessionWith('token'), 'f1'],
  ['none', sessionWith(tokenOf({ aal: 'aal1' }), []), undefined],
])('a factor %s', { tags: ['SES-11'] }, (_, stored, due) => {
  expect(dueFactorOf(stored)).toBe(due);
});
