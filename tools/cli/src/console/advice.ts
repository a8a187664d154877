/** The console's advice in rejections. It has no break-glass: those who may use it do so in a terminal. */
import type { Advice } from '../policy/advice';

export const consoleAdvice: Advice = {
  bypass: 'bypass the policy in a terminal (break-glass)',
  recover: 'roll it back in a terminal (break-glass)',
  plan: 'write a plan, and ask them to approve it',
  approve: (_environment, plan) => `plan ${plan} waits for them in History`,
  endCanary: (_environment, slice) => `give it to everyone or abort it first, on the page of ${slice}`,
  changed: 'look at the history, then try again',
  settingsChanged: 'look at the history, then try again',
  notRolledBack: (_environment, revision, reason) =>
    `revision ${String(revision)} runs now (${reason}), and nothing was rolled back. Look at the history; if it must still change, run an earlier revision again there`,
  takeOut: (environment, slices) =>
    `run slipway deploy ${slices.join(' ')} --remove --env ${environment} in a terminal`,
};
