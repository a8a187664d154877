/** The order of the rules and the exact messages. */
import { describe, expect, it } from 'vitest';
import { normalEmail, signInProblem, signUpProblem } from './credentials';

const good = 'Aa1!aaaa';

describe('credentials', () => {
  it('an address is trimmed and lower-cased', { tags: ['AUTH-28', 'AUTH-29'] }, () => {
    expect(normalEmail('  A@b.CO ')).toBe('a@b.co');
  });

  it.each(['', ' ', 'a', 'a@', 'a@b', 'a b@c.d', `${'a'.repeat(250)}@b.co`])(
    'refuses the address %j',
    { tags: ['AUTH-31', 'AUTH-32', 'AUTH-33'] },
    (email) => {
      expect(signInProblem(email, good)?.message).toBe('Please enter a valid email address');
    },
  );

  it.each(["o'brien+1@x.io", `${'a'.repeat(249)}@b.co`])('accepts %s', { tags: ['AUTH-31'] }, (email) => {
    expect(signInProblem(email, good)).toBeUndefined();
  });

  it('a short password, on sign-in and sign-up', { tags: ['AUTH-34'] }, () => {
    expect(signInProblem('a@b.co', 'short')?.message).toBe('Password must be at least 8 characters long');
    expect(signUpProblem('a@b.co', 'short', 'other')?.message).toBe(
      'Password must be at least 8 characters long',
    );
  });

  it('a confirmation that differs', { tags: ['AUTH-35'] }, () => {
    expect(signUpProblem('a@b.co', good, 'other-one')).toEqual({
      field: 'confirm',
      message: 'Passwords do not match',
      event: 'invalid_input',
    });
  });

  it.each(['aa1!aaaa', 'AA1!AAAA', 'Aaa!aaaa', 'Aa1aaaaa'])(
    '%s lacks one kind of character',
    { tags: ['AUTH-36'] },
    (password) => {
      expect(signUpProblem('a@b.co', password, password)?.message).toBe(
        'Password must contain uppercase, lowercase, number and special character',
      );
    },
  );

  it('composition is not asked for on sign-in', { tags: ['AUTH-37'] }, () => {
    expect(signInProblem('a@b.co', 'simplepassword')).toBeUndefined();
  });

  it.each(['<script>alert(1)</script>', 'JavaScript:alert', 'x onclick="y"', 'aB3!<b>aaa'])(
    '%s is no password, on sign-in and sign-up',
    { tags: ['AUTH-38', 'AUTH-39', 'AUTH-40', 'AUTH-41', 'AUTH-43'] },
    (text) => {
      const password = `${text}Aa1!`;
      const problem = { field: 'password', message: 'Invalid password format', event: 'suspicious_activity' };
      expect(signInProblem('a@b.co', text.padEnd(8, 'x'))).toEqual(problem);
      if (text.startsWith('JavaScript'))
        expect(signUpProblem('a@b.co', `${text}1!`, `${text}1!`)).toEqual(problem);
      else expect(signUpProblem('a@b.co', password, password)).toEqual(problem);
    },
  );

  it.each(['aB3<x-9!aa', 'conversion=5A!', '1 < 2 > 0 aA!'])(
    '%s is a password',
    { tags: ['T-10'] },
    (password) => {
      expect(signUpProblem('a@b.co', password, password)).toBeUndefined();
    },
  );

  it('an address that looks like script is refused and logged', { tags: ['AUTH-30'] }, () => {
    expect(signInProblem('<script>a@x.io', good)).toEqual({
      field: 'email',
      message: 'Please enter a valid email address',
      event: 'xss_attempt',
    });
  });

  it(
    'a password of more than 72 bytes is refused with our words, at sign-up alone',
    { tags: ['T-08'] },
    () => {
      const long = `Aa1!${'a'.repeat(69)}`;
      const emoji = `Aa1!${'🔒'.repeat(18)}`;
      for (const password of [long, emoji]) {
        expect(signUpProblem('a@b.co', password, password)?.message).toMatch(/at most 72 bytes/);
        expect(signInProblem('a@b.co', password)).toBeUndefined();
      }
      const fits = `Aa1!${'🔒'.repeat(17)}`;
      expect(signUpProblem('a@b.co', fits, fits)).toBeUndefined();
    },
  );

  it('what a rule refuses is logged as invalid input', { tags: ['T-49'] }, () => {
    expect(signInProblem('nonsense', good)?.event).toBe('invalid_input');
    expect(signUpProblem('a@b.co', 'weakweak', 'weakweak')?.event).toBe('invalid_input');
  });

  it('the first broken rule speaks, alone', { tags: ['AUTH-44'] }, () => {
    expect(signUpProblem('bad', 'short', 'x')?.field).toBe('email');
    expect(signUpProblem('a@b.co', 'weakweak', 'x')?.field).toBe('confirm');
    expect(signUpProblem('a@b.co', '<b>aaaaaa', '<b>aaaaaa')?.message).toBe(
      'Password must contain uppercase, lowercase, number and special character',
    );
  });
});
