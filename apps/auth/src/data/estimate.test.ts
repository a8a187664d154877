import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { describe, expect, it, vi } from 'vitest';
import { estimate } from './estimate';

describe('estimate', () => {
  it.each([
    ['Password1!', 1],
    ['Qwerty123!', 1],
    ['Dragon2024!', 2],
    ['Abcdefg1!', 2],
    ['Zyxwvut1!', 2],
    ['Aaaaaaa1!', 2],
  ])('rates %s, which the rules accept, at most %i', { tags: ['T-09'] }, (password, most) => {
    expect(estimate(password, [])).toBeLessThanOrEqual(most);
  });

  it('rates a long, uncommon password highest', { tags: ['T-09'] }, () => {
    expect(estimate('plum-Orbit7-lantern', [])).toBe(4);
  });

  it('rates a password lower that contains a part of the email address', () => {
    expect(estimate('Lindqvist-9!', ['lindqvist'])).toBeLessThan(estimate('Lindqvist-9!', []));
  });

  it('rates a walk over the keyboard low', () => {
    expect(estimate('Lkjhgfds1!', [])).toBeLessThan(estimate('Lqvmbxwz1!', []));
  });

  it('ignores what follows the first 72 characters', () => {
    const first = 'a'.repeat(72);
    expect(estimate(`${first}plum-Orbit7-lantern`, [])).toBe(estimate(first, []));
  });

  it('checks 72 characters of the longest password that a field accepts: the cost grows with the square', () => {
    const check = vi.spyOn(ZxcvbnFactory.prototype, 'check');
    estimate('aB3$'.repeat(32), []);
    expect(check.mock.calls.map(([password]) => password.length)).toEqual([72, 72]);
    check.mockRestore();
  });
});
