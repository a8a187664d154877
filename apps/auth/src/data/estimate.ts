/** Estimates how hard a password is to guess. Source: zxcvbn-ts, loaded when the user starts to choose a password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import { commonPasswords } from './commonPasswords';

const estimator = new ZxcvbnFactory({
  dictionary: { 'passwords-common': commonPasswords },
  graphs: adjacencyGraphs,
});

/** The cost of an estimate grows with the square of the length, and the first 72 characters are enough. */
const ESTIMATED_LENGTH = 72;

/**
 * From 0 (guessed at once) to 4. `personal` are words an attacker tries first, such as parts of the email address.
 * zxcvbn sees no series in `Abcdefg`, because of its capital. So lowercase counts, too.
 */
export function estimate(password: string, personal: readonly string[]): number {
  const start = password.slice(0, ESTIMATED_LENGTH);
  const scores = [start, start.toLowerCase()].map((each) => estimator.check(each, [...personal]).score);
  return Math.min(...scores);
}
