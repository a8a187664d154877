/** How hard a password is to guess. Source: zxcvbn-ts, loaded when somebody begins to choose a password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import { commonPasswords } from './commonPasswords';

const estimator = new ZxcvbnFactory({
  dictionary: { 'passwords-common': commonPasswords },
  graphs: adjacencyGraphs,
});

/** The cost of an estimate grows with the square of the length, and so long a start says enough. */
const LOOKED_AT = 72;

/** 0 (guessed at once) to 4. `own` are words of the person's, their address for one: they are guessed first. */
export const estimate = (password: string, own: readonly string[]): number =>
  estimator.check(password.slice(0, LOOKED_AT), [...own]).score;
