import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { supabase } from '@slipway/data';
import { startAuthService } from '../testing/authService';
import { followRequests, forgetRequests, readRequests } from './requests';

const NOW = Date.UTC(2026, 10, 21, 12);
const onCounted = vi.fn();
let stop: () => void;
let isActive: boolean | undefined;

const send = (table: 'agents' | 'security_audit_log' = 'agents') => supabase().from(table).select();

beforeEach(() => {
  sessionStorage.clear();
  startAuthService();
  onCounted.mockClear();
  isActive = true;
  vi.stubGlobal('navigator', {
    get userActivation() {
      return isActive === undefined ? undefined : { isActive };
    },
  });
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  stop = followRequests(onCounted);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('counts a request that the user caused', async () => {
  await send();
  expect(readRequests()).toEqual([NOW]);
  expect(onCounted).toHaveBeenCalledOnce();
});

test('counts a request where the browser does not report user activation', async () => {
  isActive = undefined;
  await send();
  expect(readRequests()).toEqual([NOW]);
});

test('ignores requests without a recent click or key press', async () => {
  isActive = false;
  await send();
  expect(readRequests()).toEqual([]);
  expect(onCounted).not.toHaveBeenCalled();
});

test('ignores requests that the app sends by itself', async () => {
  await send('security_audit_log');
  await fetch('http://auth.test/auth/v1/logout');
  await supabase().rpc('export_rows', { table_name: 'agents', max_rows: 500 });
  expect(readRequests()).toEqual([]);
});

test('keeps the requests of the last ten seconds', async () => {
  await send();
  vi.setSystemTime(NOW + 9_980);
  await send();
  expect(readRequests()).toEqual([NOW, NOW + 9_980]);
  vi.setSystemTime(NOW + 10_000);
  await send();
  expect(readRequests()).toEqual([NOW + 9_980, NOW + 10_000]);
});

test('counts what one press sends together once, and each press (23)', { tags: ['T-20'] }, async () => {
  for (const start of [0, 20, 3_000]) {
    vi.setSystemTime(NOW + start);
    await Promise.all([send(), send(), send()]);
    vi.setSystemTime(NOW + start + 19);
    await send();
  }
  expect(readRequests()).toEqual([NOW, NOW + 20, NOW + 3_000]);
  expect(onCounted).toHaveBeenCalledTimes(3);
});

test('a sequence of requests is no batch (23)', { tags: ['SES-51'] }, async () => {
  for (let at = 0; at < 21; at += 1) {
    vi.setSystemTime(NOW + at * 20);
    await send();
  }
  expect(readRequests()).toHaveLength(21);
});

test('drops times in the future, left by a clock that was set back', async () => {
  await send();
  vi.setSystemTime(NOW - 5_000);
  await send();
  expect(readRequests()).toEqual([NOW - 5_000]);
});

test('forgets all requests', async () => {
  await send();
  forgetRequests();
  expect(readRequests()).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
});

test('stops counting', async () => {
  stop();
  await send();
  expect(readRequests()).toEqual([]);
});
