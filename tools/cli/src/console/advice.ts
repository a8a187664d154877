/** The console's advice in rejections. It has no break-glass: those who may use it do so in a terminal. */
import type { Advice } from '../policy/advice';

export const consoleAdvice: Advice = {
  bypass: 'bypass the policy in a terminal (break-glass)',
  recover: 'roll it back in a terminal (break-glass)',
  plan: 'write a plan, and ask them to approve it',
  approve: (_environment, plan) => `plan ${plan} waits for them in History`,
  endCanary: (_environment, slice) => `give it to everyone or abort it first, on the page of ${slice}`,
};
