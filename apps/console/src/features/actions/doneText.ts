/** The result of an action in one line: the new release of each slice. */
import type { Action, Preview, RunResult } from '@slipway/cli/console';
import { short } from '../../data/format';
import { text } from '../../messages';

/** Names the release of the only change; of several, the first line that the command printed. */
export function doneText(action: Action, { changes, environment }: Preview, result: RunResult): string {
  const printed = result.text.split('\n')[0] ?? text.done;
  const { revision } = result;
  // The end of a canary may also change the release of everyone.
  const change = changes.find(({ kind }) => kind === 'stable') ?? changes[0];
  if (revision === null || !change || changes.some(({ app }) => app !== change.app)) return printed;
  if (change.kind === 'stable') {
    if (change.to === null) return printed;
    const done = action.kind === 'rollback' ? text.doneAgain : text.doneRelease;
    return done(change.app, short(change.to), environment, revision);
  }
  if (change.to) {
    const { version, percent } = change.to;
    return text.doneCanary(change.app, short(version), percent, environment, revision);
  }
  if (!change.from) return printed;
  return text.doneAborted(change.app, short(change.from.version), environment, revision);
}
