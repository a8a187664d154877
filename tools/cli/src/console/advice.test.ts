/** Another deploy was first: the console says what to do in the console, and names no command. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTarget } from '../command-line/target';
import { deploy } from '../composition/deploy';
import type { DeployRequest } from '../composition/deployRequest';
import { readComposition } from '../composition/read';
import { settingsOf } from '../environment/settings';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { consoleAdvice } from './advice';

let place: WorkspaceWithStore;
const why = ['--env', 'staging', '--reason', 'a test'];

beforeAll(async () => {
  place = await openWorkspace();
  await place.build(shellRelease());
  await place.build(sliceRelease());
  await place.text('deploy', 'shell', 'market', ...why);
  for (const owner of ['second', 'third']) {
    await place.build(sliceRelease({ owner }));
    await place.text('deploy', 'market', ...why);
  }
  place.writeEnvironment('staging', { allowOverrides: true });
  await place.text('env', 'apply', ...why);
});
afterAll(() => place.close());

/** The message of a deploy that was asked for while revision 2 was current. */
async function conflict(request: Partial<DeployRequest>): Promise<string> {
  const given = { ...(await openTarget(place.workspace, 'staging')), candidates: [], edits: {}, ...request };
  const by = { author: 'Ada', reason: 'a test', seen: 2, advice: consoleAdvice };
  const error: unknown = await deploy({ ...given, ...by }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'conflict' });
  return (error as Error).message;
}

it('of a slice, of the settings, and of a rollback', async () => {
  const edits = { stable: new Map([['market', sliceRelease().version]]) };
  const rollbackTo = await readComposition(place.store, 'staging', 1);
  const settings = settingsOf(place.workspace.environment('staging'));
  const messages = [
    await conflict({ edits }),
    await conflict({ settings }),
    await conflict({ edits, rollbackTo }),
  ];
  expect(messages).toEqual([
    expect.stringMatching(
      /^Ada has just changed market in staging \(.*\): look at the history, then try again$/,
    ),
    expect.stringMatching(
      /has just changed the settings of staging .*: look at the history, then try again$/,
    ),
    expect.stringMatching(
      /nothing was rolled back\. Look at the history; .* run an earlier revision again there$/,
    ),
  ]);
  expect(messages.join('\n')).not.toContain('slipway');
});
