/** A recovery lasts until a new password is set, also over a reload; and the requests that change credentials. */
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthService, rejected, startAuthService, store, user } from '../testing/authService';
import { changeEmail } from './emailAddress';
import { takeMailedFlow } from './mailedFlow';
import { beginRecovery, endRecovery, setPassword, useRecovery } from './recovery';

let service: AuthService;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endRecovery();
  service = startAuthService();
  store();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

const isRecovery = () => renderHook(useRecovery).result.current;
const afterReload = async () => {
  vi.resetModules();
  return renderHook((await import('./recovery')).useRecovery).result.current;
};
const sentUser = () => service.sent.filter(({ path }) => path === 'user').map(({ body }) => body);

describe('a recovery', () => {
  test('is noticed by what is on the page, and survives a reload until it ends', async () => {
    const { result } = renderHook(useRecovery);
    expect(result.current).toBe(false);
    act(beginRecovery);
    expect(result.current).toBe(true);
    expect(await afterReload()).toBe(true);
    act(endRecovery);
    expect(result.current).toBe(false);
    expect(await afterReload()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  test('does not begin with other stored text', async () => {
    sessionStorage.setItem('slipway-recovery', 'false');
    expect(await afterReload()).toBe(false);
  });

  test('ends with a new password, without the current one', async () => {
    beginRecovery();
    await setPassword('Plum-orbit-8');
    expect(isRecovery()).toBe(false);
    expect(sentUser()).toEqual([
      expect.not.objectContaining({ current_password: expect.anything() as string }),
    ]);
    expect(sentUser()[0]).toMatchObject({ password: 'Plum-orbit-8' });
  });

  test('continues when the new password is rejected', async () => {
    beginRecovery();
    service.replies['user'] = rejected(422, 'weak_password');
    await expect(setPassword('Plum-orbit-8')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(isRecovery()).toBe(true);
  });
});

test('a new password is sent with the current one', async () => {
  await setPassword('Plum-orbit-8', 'Plum-orbit-7');
  expect(sentUser()[0]).toMatchObject({ password: 'Plum-orbit-8', current_password: 'Plum-orbit-7' });
});

test.each([
  ['current_password_required', 'forbidden'],
  ['current_password_invalid', 'forbidden'],
  ['insufficient_aal', 'unauthenticated'],
])('the error %s means %s', async (error, code) => {
  service.replies['user'] = rejected(400, error);
  await expect(setPassword('Plum-orbit-8')).rejects.toMatchObject({ code });
});

describe('a new email address', () => {
  test('is sent with the current password, and its link leads to the dashboard', async () => {
    await changeEmail('grace@example.test', 'Plum-orbit-7');
    const sent = service.sent.find(({ path }) => path === 'user');
    expect(sent?.body).toMatchObject({ email: 'grace@example.test', current_password: 'Plum-orbit-7' });
    expect(new URLSearchParams(sent?.query).get('redirect_to')).toBe(`${location.origin}/dashboard`);
    expect(await takeMailedFlow('grace@example.test')).toBe(true);
  });

  test('is sent without a password where none is asked for', async () => {
    await changeEmail('grace@example.test');
    expect(sentUser()[0]).not.toHaveProperty('current_password');
  });

  test('that is rejected begins no flow', async () => {
    service.replies['user'] = rejected(400, 'current_password_invalid');
    await expect(changeEmail('grace@example.test', 'x')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await takeMailedFlow('grace@example.test')).toBe(false);
    expect(await takeMailedFlow(user.email)).toBe(false);
  });
});
