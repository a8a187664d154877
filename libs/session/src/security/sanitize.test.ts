import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { looksLikeScript, sanitizeInput } from './sanitize';
import { readSecurityLog } from './securityLog';

const rejected = [
  ['SES-41', '<script>alert(1)</script>'],
  ['SES-41', 'a </ScRiPt > b'],
  ['SES-42', 'JavaScript:alert(1)'],
  ['SES-43', 'vbscript:msgbox'],
  ['SES-44', '<img src=x onerror=alert(1)>'],
  ['SES-44', 'x ONLOAD ="y"'],
  ['SES-45', '<iframe src=x>'],
  ['SES-45', '<object data=x>'],
  ['SES-45', '<embed src=x>'],
  ['SES-45', '<LINK rel=x>'],
  ['SES-45', '<meta charset=x>'],
  ['SES-46', 'data:text/html,<b>'],
  ['SES-47', 'width: expression(alert(1))'],
] as const;

const accepted = [
  'facial expression (happy)',
  'conversion=5',
  'on = off',
  "o'brien+1@x.io",
  '1 < 2 > 0',
  'only=this',
  'a linked metaphor',
];

describe('sanitizeInput', () => {
  beforeEach(() => {
    // The audit log has no backend here.
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    sessionStorage.clear();
  });

  it.each(rejected)('%s rejects %s', (_row, text) => {
    expect(sanitizeInput(text)).toBe('');
    expect(readSecurityLog()).toHaveLength(1);
  });

  it('logs a rejection without the text', { tags: ['SES-48'] }, () => {
    expect(sanitizeInput('<script>payload</script>')).toBe('');
    expect(readSecurityLog()).toMatchObject([{ type: 'xss_attempt', details: {} }]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('payload');
  });

  it.each(accepted)('accepts %s', { tags: ['T-24'] }, (text) => {
    expect(looksLikeScript(text)).toBe(false);
  });

  it('cuts the text to 1,000 characters, or to another limit', { tags: ['SES-40'] }, () => {
    expect(sanitizeInput('a'.repeat(1001))).toHaveLength(1000);
    expect(sanitizeInput('a'.repeat(1000))).toHaveLength(1000);
    expect(sanitizeInput('abcd', 3)).toBe('abc');
    expect(sanitizeInput('a'.repeat(3000), 2000)).toHaveLength(2000);
  });

  it('trims and escapes the text', { tags: ['SES-49'] }, () => {
    expect(sanitizeInput(' a & b ')).toBe('a &amp; b');
    expect(sanitizeInput(`<b>"it's"</b>`)).toBe('&lt;b&gt;&quot;it&#39;s&quot;&lt;/b&gt;');
  });

  it('is stateless and returns no markup, for random text', { tags: ['SES-49b'] }, () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
        const first = sanitizeInput(text);
        expect(sanitizeInput(text)).toBe(first);
        expect(first).not.toMatch(/[<>"']/);
      }),
    );
    for (const [, text] of rejected)
      expect([looksLikeScript(text), looksLikeScript(text)]).toEqual([true, true]);
  });

  it('checks a megabyte of near matches in linear time', { tags: ['SES-49b'] }, () => {
    // A quadratic pattern would exceed the test timeout.
    for (const part of ['<', ' on', 'onerror   ', 'expression', 'javascript', '</', 'data:text/']) {
      expect(looksLikeScript(part.repeat(1_000_000 / part.length))).toBe(false);
    }
  });
});
