import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { spendRecoveryCode } from './recoveryCode';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([true, false])('a recovery code is sent, and the answer is %s', async (json) => {
  const backend = startBackend({ use_recovery_code: { json } });
  expect(await spendRecoveryCode('abcd-efgh')).toBe(json);
  expect(backend.sent('POST', 'use_recovery_code')[0]?.body).toEqual({ code: 'abcd-efgh' });
});
