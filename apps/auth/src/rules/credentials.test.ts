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

  it('AUTH-44 the first broken rule speaks, alone', () => {
    expect(signUpProblem('bad', 'short', 'x')?.field).toBe('email');
    expect(signUpProblem('a@b.co', 'weakweak', 'x')?.field).toBe('confirm');
  });
});
