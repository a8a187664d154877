/** Which links sign in without a question: those that this browser asked for, for an hour. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginMailedFlow, endMailedFlow, takeMailedFlow } from './mailedFlow';

const HOUR = 3_600_000;
const KEY = 'requested_link';
const EMAIL = 'ada@example.test';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a flow is for one address, in any spelling, and counts once', async () => {
  await beginMailedFlow(' Ada@Example.test');
  expect(await takeMailedFlow('eve@example.test')).toBe(false);
  expect(await takeMailedFlow('ADA@example.test ')).toBe(true);
  expect(await takeMailedFlow(EMAIL)).toBe(false);
  expect(localStorage).toHaveLength(0);
});

test('does not store the address', async () => {
  await beginMailedFlow(EMAIL);
  expect(localStorage.getItem(KEY)).not.toContain('ada');
});

test.each([
  [HOUR - 1, true],
  [HOUR, false],
])('after %i ms the flow is open: %s', async (age, isOpen) => {
  await beginMailedFlow(EMAIL);
  vi.advanceTimersByTime(age);
  expect(await takeMailedFlow(EMAIL)).toBe(isOpen);
});

test('the latest flow replaces the one before', async () => {
  await beginMailedFlow(EMAIL);
  await beginMailedFlow('grace@example.test');
  expect(await takeMailedFlow(EMAIL)).toBe(false);
  expect(await takeMailedFlow('grace@example.test')).toBe(true);
});

test('a flow that ended does not count', async () => {
  await beginMailedFlow(EMAIL);
  endMailedFlow();
  expect(await takeMailedFlow(EMAIL)).toBe(false);
});

test('a flow survives a reload', async () => {
  await beginMailedFlow(EMAIL);
  vi.resetModules();
  const reloaded = await import('./mailedFlow');
  expect(await reloaded.takeMailedFlow(EMAIL)).toBe(true);
});

test.each([
  ['null'],
  ['7'],
  ['nonsense'],
  [(hash: string) => JSON.stringify({ hash })],
  [(hash: string) => JSON.stringify({ hash, begun: String(Date.now()) })],
  [() => JSON.stringify({ hash: 7, begun: Date.now() })],
])('invalid stored text is no flow (%#)', async (text) => {
  await beginMailedFlow(EMAIL);
  const { hash } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { hash: string };
  localStorage.setItem(KEY, typeof text === 'string' ? text : text(hash));
  expect(await takeMailedFlow(EMAIL)).toBe(false);
});
