import { describe, expect, it } from 'vitest';
import { estimate } from './estimate';

describe('estimate', () => {
  it.each([
    ['Password1!', 1],
    ['Qwerty123!', 1],
    ['Dragon2024!', 2],
  ])('%s, which the rules allow, is worth little', { tags: ['T-09'] }, (password, most) => {
    expect(estimate(password, [])).toBeLessThanOrEqual(most);
  });

  it('a long one that nobody has is worth all', { tags: ['T-09'] }, () => {
    expect(estimate('plum-Orbit7-lantern', [])).toBe(4);
  });

  it('counts the words of the address for little', () => {
    expect(estimate('Lindqvist-9!', ['lindqvist'])).toBeLessThan(estimate('Lindqvist-9!', []));
  });

  it('answers at once for the longest that a field takes', () => {
    const began = performance.now();
    estimate('aB3$'.repeat(32), []);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
