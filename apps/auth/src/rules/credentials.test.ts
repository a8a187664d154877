/** The order of the rules and the exact messages. */
import { describe, expect, it } from 'vitest';
import { normalEmail, signInProblem, signUpProblem } from './credentials';

const good = 'Aa1!aaaa';

describe('credentials', () => {
  it('AUTH-28 AUTH-29 an address is trimmed and lower-cased', () => {
    expect(normalEmail('  A@b.CO ')).toBe('a@b.co');
  });

  it.each(['', ' ', 'a', 'a@', 'a@b', 'a b@c.d', `${'a'.repeat(250)}@b.co`])(
    'AUTH-31 AUTH-32 AUTH-33 refuses the address %j',
    (email) => {
      expect(signInProblem(email, good)?.message).toBe('Please enter a valid email address');
    },
  );

  it.each(["o'brien+1@x.io", `${'a'.repeat(249)}@b.co`])('AUTH-31 accepts %s', (email) => {
    expect(signInProblem(email, good)).toBeUndefined();
  });

  it('AUTH-34 a short password, on sign-in and sign-up', () => {
    expect(signInProblem('a@b.co', 'short')?.message).toBe('Password must be at least 8 characters long');
    expect(signUpProblem('a@b.co', 'short', 'other')?.message).toBe(
      'Password must be at least 8 characters long',
    );
  });

  it('AUTH-35 a confirmation that differs', () => {
    expect(signUpProblem('a@b.co', good, 'other-one')).toEqual({
      field: 'confirm',
      message: 'Passwords do not match',
      event: 'invalid_input',
    });
  });

  it.each(['aa1!aaaa', 'AA1!AAAA', 'Aaa!aaaa', 'Aa1aaaaa'])(
    'AUTH-36 %s lacks one kind of character',
    (password) => {
      expect(signUpProblem('a@b.co', password, password)?.message).toBe(
        'Password must contain uppercase, lowercase, number and special character',
      );
    },
  );

  it('AUTH-37 composition is not asked for on sign-in', () => {
    expect(signInProblem('a@b.co', 'simplepassword')).toBeUndefined();
  });

  it.each(['<script>alert(1)</script>', 'JavaScript:alert', 'x onclick="y"', 'aB3!<b>aaa'])(
    'AUTH-38 AUTH-39 AUTH-40 AUTH-41 AUTH-43 %s is no password, on sign-in and sign-up',
    (text) => {
      const password = `${text}Aa1!`;
      const problem = { field: 'password', message: 'Invalid password format', event: 'suspicious_activity' };
      expect(signInProblem('a@b.co', text.padEnd(8, 'x'))).toEqual(problem);
      if (text.startsWith('JavaScript'))
        expect(signUpProblem('a@b.co', `${text}1!`, `${text}1!`)).toEqual(problem);
      else expect(signUpProblem('a@b.co', password, password)).toEqual(problem);
    },
  );

  it.each(['aB3<x-9!aa', 'conversion=5A!', '1 < 2 > 0 aA!'])('T-10 %s is a password', (password) => {
    expect(signUpProblem('a@b.co', password, password)).toBeUndefined();
  });

  it('AUTH-30 an address that looks like script is refused and logged', () => {
    expect(signInProblem('<script>a@x.io', good)).toEqual({
      field: 'email',
      message: 'Please enter a valid email address',
      event: 'xss_attempt',
    });
  });

  it('T-08 a password of more than 72 bytes is refused with our words, at sign-up alone', () => {
    const long = `Aa1!${'a'.repeat(69)}`;
    const emoji = `Aa1!${'🔒'.repeat(18)}`;
    for (const password of [long, emoji]) {
      expect(signUpProblem('a@b.co', password, password)?.message).toMatch(/at most 72 bytes/);
      expect(signInProblem('a@b.co', password)).toBeUndefined();
    }
    const fits = `Aa1!${'🔒'.repeat(17)}`;
    expect(signUpProblem('a@b.co', fits, fits)).toBeUndefined();
  });

  it('T-49 what a rule refuses is logged as invalid input', () => {
    expect(signInProblem('nonsense', good)?.event).toBe('invalid_input');
    expect(signUpProblem('a@b.co', 'weakweak', 'weakweak')?.event).toBe('invalid_input');
  });

  it('AUTH-44 the first broken rule speaks, alone', () => {
    expect(signUpProblem('bad', 'short', 'x')?.field).toBe('email');
    expect(signUpProblem('a@b.co', 'weakweak', 'x')?.field).toBe('confirm');
    expect(signUpProblem('a@b.co', '<b>aaaaaa', '<b>aaaaaa')?.message).toBe(
      'Password must contain uppercase, lowercase, number and special character',
    );
  });
});
