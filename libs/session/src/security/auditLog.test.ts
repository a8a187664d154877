import { expect, test, vi } from 'vitest';
import { startAuthService, store, user } from '../testing/authService';
import { recordAuthFailure } from './recordAuthFailure';
import { logSecurityEvent, onSecurityEvent, type SecurityEventType } from './securityLog';

const service = startAuthService();
const alerts: SecurityEventType[] = [];
onSecurityEvent((type) => alerts.push(type));
const sent = () => service.sent.filter(({ path }) => path === 'security_audit_log').map(({ body }) => body);

test(
  'sends an event with five fields, without a user id for a visitor',
  { tags: ['SES-61', 'SES-62'] },
  async () => {
    logSecurityEvent('xss_attempt', { field: 'name' });
    await vi.waitFor(() => {
      expect(sent()).toEqual([
        {
          event_type: 'xss_attempt',
          user_id: null,
          details: { field: 'name' },
          ip_address: null,
          user_agent: navigator.userAgent,
        },
      ]);
    });
  },
);

test('sends the id of a signed-in user', { tags: ['SES-62'] }, async () => {
  store();
  logSecurityEvent('invalid_input');
  await vi.waitFor(() => {
    expect(sent().at(-1)).toMatchObject({ event_type: 'invalid_input', user_id: user.id });
  });
});

test('records a wrong password on the server without an alert', { tags: ['T-22'] }, async () => {
  const before = alerts.length;
  recordAuthFailure('login', 'unauthenticated');
  await vi.waitFor(() => {
    expect(sent().at(-1)).toMatchObject({
      event_type: 'authentication_failed',
      details: { action: 'login', reason: 'unauthenticated' },
    });
  });
  expect(alerts).toHaveLength(before);
});

test('only logs a warning when the insert fails', { tags: ['SES-62'] }, async () => {
  service.replies.security_audit_log = () => new Response(null, { status: 500 });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(() => {
    logSecurityEvent('rate_limit_exceeded', { email: 'ada***' });
  }).not.toThrow();
  await vi.waitFor(() => {
    expect(warn.mock.calls.flat().join()).toContain('the event rate_limit_exceeded was not recorded');
  });
});
