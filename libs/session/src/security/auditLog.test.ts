import { expect, test, vi } from 'vitest';
import { startAuthService, store, user } from '../testing/authService';
import { noteRefusal } from './recordAuthFailure';
import { logSecurityEvent, onSecurityEvent, type SecurityEventType } from './securityLog';

const service = startAuthService();
const heard: SecurityEventType[] = [];
onSecurityEvent((type) => heard.push(type));
const sent = () => service.asked.filter(({ path }) => path === 'security_audit_log').map(({ body }) => body);

test(
  'an event is sent with five fields, a visitor without a name',
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

test('someone who is signed in has theirs', { tags: ['SES-62'] }, async () => {
  store();
  logSecurityEvent('invalid_input');
  await vi.waitFor(() => {
    expect(sent().at(-1)).toMatchObject({ event_type: 'invalid_input', user_id: user.id });
  });
});

test('a refused password is recorded, and is no event of this browser', { tags: ['T-22'] }, async () => {
  const before = heard.length;
  noteRefusal('login', 'unauthenticated');
  await vi.waitFor(() => {
    expect(sent().at(-1)).toMatchObject({
      event_type: 'authentication_failed',
      details: { action: 'login', reason: 'unauthenticated' },
    });
  });
  expect(heard).toHaveLength(before);
});

test('a record that fails is a line on the console and nothing else', { tags: ['SES-62'] }, async () => {
  service.answers.security_audit_log = () => new Response(null, { status: 500 });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(() => {
    logSecurityEvent('rate_limit_exceeded', { email: 'ada***' });
  }).not.toThrow();
  await vi.waitFor(() => {
    expect(warn.mock.calls.flat().join()).toContain('the event rate_limit_exceeded was not recorded');
  });
});
