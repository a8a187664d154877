/** A command rejects wrong arguments before it reads, builds or asks anything. */
import { expect, it } from 'vitest';
import type { Terminal } from './command-line/command';
import { exitCodes } from './command-line/exitCodes';
import { main } from './main';

const unused = (what: string) => (): never => {
  throw new Error(`the command ${what} first`);
};
const terminal = (isInteractive: boolean): Terminal => ({
  ...{ env: {}, isInteractive, workspace: unused('read') },
  ask: unused('asked'),
  progress: unused('worked'),
  print: unused('printed'),
  interrupted: unused('waited'),
});

async function errorOf(command: string, isInteractive = true): Promise<string> {
  const errors: string[] = [];
  const streams = { out: unused('succeeded'), error: (text: string) => errors.push(text) };
  // A reason in quotes is one argument.
  const argv = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([text, quoted]) => quoted ?? text);
  expect(await main(argv, streams, terminal(isInteractive))).toBe(exitCodes.invalid_input);
  return errors.join('\n');
}

const env = '--env staging';
const reason = '--reason "a test"';

it.each([
  [`canary market ${env} --auto 5,1`, /--auto 5,1 must be ascending/],
  [`canary market ${env} --auto 1,100 --every 5`, /--every 5 must be a duration/],
  [`canary market ${env} --auto 1,100 --max-time soon`, /--max-time soon must be/],
  [`canary market ${env} --auto 1,100 --step-visits 0`, /--step-visits 0 must be/],
  [`canary market ${env} --auto 1,100 --step-time 0m`, /--step-time 0m must be/],
  [`canary market ${env} --auto 1,100 --plan ${reason}`, /--auto cannot be combined with --plan/],
  [`canary market ${env} --auto 1,100`, /add --reason/],
  [`canary market ${env} --percent 100`, /--percent 100 must be a whole number from 1 to 99/],
  [`canary market@latest ${env} --percent 5`, /market@latest: a version is/],
  [`deploy market@latest --build ${env} ${reason}`, /market@latest: a version is/],
  [`deploy market --build --plan --dry-run ${env}`, /--plan cannot be combined with --dry-run/],
  [`deploy market --remove --build ${env} ${reason}`, /--remove cannot be combined with --build/],
  [`promote market --from staging --to production --plan --break-glass`, /--plan cannot be combined/],
  [`rollback --to yesterday ${env}`, /--to yesterday is not a revision/],
  [`rollback ${env} --reason " "`, /add --reason/],
  [`diff staging@latest staging`, /staging@latest: a revision is a whole number, such as staging@12/],
  [`diff staging production@3@4`, /production@3@4: a revision is/],
  [`env apply ${env} --plan --dry-run`, /--plan cannot be combined/],
  [`dev market --against staging --port http`, /--port http must be/],
  [`open --revision 1 --port http ${env}`, /--port http must be/],
  [`console ${env} --port http`, /--port http must be/],
  [`history --at today ${env}`, /--at today must be a time/],
  [`flags --since today ${env}`, /--since today must be a duration/],
  [`alerts --once --every 5 ${env}`, /--every 5 must be a duration/],
  [`approve staging --revision 1.5`, /--revision 1.5 must be/],
  [`trust sign --revision 0 ${env}`, /--revision 0 must be/],
  [`trust sign market@1a2b3c4d --revision 1 ${env}`, /Pass either a release or --revision/],
  [`trust renew --role deploy ${env}`, /--role deploy must be root or targets/],
  [`trust add 1a2b --name Bea ${env}`, /1a2b/],
  [`trust rotate 1a2b3c4d 1a2b ${env}`, /1a2b/],
  [`trust init --roots 1a2b ${env}`, /1a2b/],
  [`trust init --threshold 2 ${env}`, /--threshold 2 must be a whole number from 1 to .* 1/],
  [`keys rotate jwt --overlap soon`, /--overlap is "soon"/],
  [`keys rotate --overlap 1h`, /--overlap needs the name of a key/],
])('slipway %s', async (command, message) => {
  expect(await errorOf(command)).toMatch(message);
});

it.each([
  `canary market ${env} --percent 5`,
  `deploy market --build ${env}`,
  `promote --all --from staging --to production`,
  `rollback ${env}`,
  `env apply ${env}`,
])('slipway %s, without a reason and without a terminal to ask for it', async (command) => {
  expect(await errorOf(command, false)).toMatch(/Every change needs a reason: add --reason/);
});
