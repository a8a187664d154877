import { describe, expect, it } from 'vitest';
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

  it('takes less than a second for the longest password a field accepts', () => {
    const began = performance.now();
    estimate('aB3$'.repeat(32), []);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
