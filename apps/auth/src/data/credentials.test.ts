/** The order of the rules, the field and security event of each, and the exact messages. */
import { describe, expect, it } from 'vitest';
import { t } from '../messages';
import { type FieldError, normalizeEmail, signInError, signUpError } from './credentials';

const valid = 'Aa1!aaaa';
const messageOf = (error: FieldError | undefined) => error && t(error.code);

describe('normalizeEmail', () => {
  it('trims and lower-cases an address', { tags: ['AUTH-28', 'AUTH-29'] }, () => {
    expect(normalizeEmail('  A@b.CO ')).toBe('a@b.co');
  });
});

describe('the email rule', () => {
  it.each(['', ' ', 'a', 'a@', 'a@b', 'a b@c.d', 'a@b.c d', 'a@@b.co', `${'a'.repeat(250)}@b.co`])(
    'rejects the address %j',
    { tags: ['AUTH-31', 'AUTH-32', 'AUTH-33'] },
    (email) => {
      expect(messageOf(signInError(email, valid))).toBe('Please enter a valid email address');
    },
  );

  it.each(["o'brien+1@x.io", 'a@b.c', ' Ada@B.CO ', `${'a'.repeat(249)}@b.co`])(
    'accepts the address %s',
    { tags: ['AUTH-31'] },
    (email) => {
      expect(signInError(email, valid)).toBeUndefined();
    },
  );

  it('rejects an address that looks like script, as an XSS attempt', { tags: ['AUTH-30'] }, () => {
    expect(signInError('<script>a@x.io', valid)).toEqual({
      field: 'email',
      code: 'invalidEmail',
      event: 'xss_attempt',
    });
  });
});

describe('the length rule', () => {
  it('rejects seven characters, on sign-in and sign-up', { tags: ['AUTH-34'] }, () => {
    for (const error of [signInError('a@b.co', 'Aa1!aaa'), signUpError('a@b.co', 'Aa1!aaa', 'other')]) {
      expect(error?.field).toBe('password');
      expect(messageOf(error)).toBe('Password must be at least 8 characters long');
    }
  });

  it('accepts eight characters, on sign-in and sign-up', { tags: ['AUTH-34'] }, () => {
    expect(signInError('a@b.co', valid)).toBeUndefined();
    expect(signUpError('a@b.co', valid, valid)).toBeUndefined();
  });

  it('rejects more than 72 bytes, at sign-up only', { tags: ['T-08'] }, () => {
    const long = `Aa1!${'a'.repeat(69)}`;
    const emoji = `Aa1!${'🔒'.repeat(18)}`;
    for (const password of [long, emoji]) {
      const error = signUpError('a@b.co', password, password);
      expect(error).toEqual({ field: 'password', code: 'longPassword', event: 'invalid_input' });
      expect(messageOf(error)).toMatch(/at most 72 bytes/);
      expect(signInError('a@b.co', password)).toBeUndefined();
    }
    const fits = `Aa1!${'🔒'.repeat(17)}`;
    expect(signUpError('a@b.co', fits, fits)).toBeUndefined();
  });
});

describe('the rules for a new password', () => {
  it('rejects a confirmation that differs, at the confirmation field', { tags: ['AUTH-35'] }, () => {
    const error = signUpError('a@b.co', valid, 'other-one');
    expect(error).toEqual({ field: 'confirm', code: 'passwordsDiffer', event: 'invalid_input' });
    expect(messageOf(error)).toBe('Passwords do not match');
  });

  it.each(['aa1!aaaa', 'AA1!AAAA', 'Aaa!aaaa', 'Aa1aaaaa'])(
    'rejects %s, which lacks one kind of character',
    { tags: ['AUTH-36'] },
    (password) => {
      const error = signUpError('a@b.co', password, password);
      expect(error?.field).toBe('password');
      expect(messageOf(error)).toBe(
        'Password must contain uppercase, lowercase, number and special character',
      );
    },
  );

  it.each([...'!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'])('counts %s as a special character', (special) => {
    const password = `Aa1 ${special} 1aA`;
    expect(signUpError('a@b.co', password, password)).toBeUndefined();
  });

  it('does not require the kinds of character on sign-in', { tags: ['AUTH-37'] }, () => {
    expect(signInError('a@b.co', 'simplepassword')).toBeUndefined();
  });
});

describe('the markup rule', () => {
  it.each([
    '<script>alert(1)',
    'JavaScript:alert',
    '  javascript:x',
    'x onclick="y"',
    'x oncut = y',
    'aB3!<b>aaa',
    'aB3!<i a>aaa',
    '</b>aaaaa',
  ])(
    'rejects %s, on sign-in and sign-up',
    { tags: ['AUTH-38', 'AUTH-39', 'AUTH-40', 'AUTH-41', 'AUTH-43'] },
    (text) => {
      const error = { field: 'password', code: 'invalidPassword', event: 'suspicious_activity' } as const;
      expect(signInError('a@b.co', text.padEnd(8, 'x'))).toEqual(error);
      const password = `${text}Aa1!`;
      expect(signUpError('a@b.co', password, password)).toEqual(error);
      expect(messageOf(error)).toBe('Invalid password format');
    },
  );

  it.each([
    'aB3<x-9!aa',
    'conversion=5A!',
    'on5=A!aaa',
    '1 < 2 > 0 aA!',
    '<3 you> Aa!',
    'not javascript: A1',
  ])('accepts %s', { tags: ['T-10'] }, (password) => {
    expect(signUpError('a@b.co', password, password)).toBeUndefined();
  });
});

describe('all rules', () => {
  it('record a broken rule as invalid input', { tags: ['T-49'] }, () => {
    expect(signInError('nonsense', valid)?.event).toBe('invalid_input');
    expect(signInError('a@b.co', 'short')?.event).toBe('invalid_input');
    expect(signUpError('a@b.co', 'weakweak', 'weakweak')?.event).toBe('invalid_input');
  });

  it('report only the first broken rule', { tags: ['AUTH-44'] }, () => {
    expect(signUpError('bad', 'short', 'x')?.field).toBe('email');
    expect(signUpError('a@b.co', 'short', 'x')?.code).toBe('shortPassword');
    expect(signUpError('a@b.co', 'weakweak', 'x')?.field).toBe('confirm');
    expect(signUpError('a@b.co', '<b>aaaaaa', '<b>aaaaaa')?.code).toBe('weakPassword');
  });
});
