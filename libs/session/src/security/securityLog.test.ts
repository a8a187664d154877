import { beforeEach, describe, expect, it } from 'vitest';
import { logSecurityEvent, readSecurityLog, truncatedEmail } from './securityLog';

beforeEach(() => {
  sessionStorage.clear();
});

describe('the security log', () => {
  it('keeps the latest 100 entries', { tags: ['SES-55'] }, () => {
    for (let index = 0; index < 105; index += 1) logSecurityEvent('invalid_input', { index: String(index) });
    const log = readSecurityLog();
    expect(log).toHaveLength(100);
    expect(log[0]?.details.index).toBe('5');
    expect(log.at(-1)?.details.index).toBe('104');
  });

  it('gives each entry a time and an id', { tags: ['SES-56'] }, () => {
    logSecurityEvent('xss_attempt');
    expect(readSecurityLog()[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      type: 'xss_attempt',
    });
  });

  it('contains only the start of an email address', { tags: ['AUTH-24'] }, () => {
    expect(truncatedEmail('ada@example.test')).toBe('ada***');
    expect(truncatedEmail('ab')).not.toContain('@');
  });

  it('replaces invalid stored text', () => {
    sessionStorage.setItem('security_logs', 'nonsense');
    logSecurityEvent('xss_attempt');
    expect(readSecurityLog()).toHaveLength(1);
  });
});
