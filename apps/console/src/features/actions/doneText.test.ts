/** The message after an action names slice and release, and the button before it names the action. */
import type { Action, Change, Preview } from '@slipway/cli/console';
import { expect, it } from 'vitest';
import { doneText } from './doneText';
import { runButton } from './runButton';

const place = { environment: 'local', slice: 'billing' };
const actions = {
  rollback: { kind: 'rollback', environment: 'local', to: 1, slices: ['billing'] },
  promote: { kind: 'promote', from: 'staging', to: 'local', slices: ['billing'] },
  start: { kind: 'canary', ...place, version: 'cccccccccccc', percent: 5 },
  raise: { kind: 'canary', ...place, percent: 25 },
  finish: { kind: 'finish', ...place },
  abort: { kind: 'abort', ...place },
  approve: { kind: 'approve', environment: 'local', plan: 'aaaaaaaa' },
  acknowledge: { kind: 'acknowledge', environment: 'local', revision: 2 },
} as const satisfies Record<string, Action>;

const release: Change = { kind: 'stable', app: 'billing', from: 'bbbbbbbbbbbb', to: 'aaaaaaaaaaaa' };
const canary = { version: 'cccccccccccc', percent: 5 };
const begins: Change = { kind: 'canary', app: 'billing', from: null, to: canary };
const ends: Change = { kind: 'canary', app: 'billing', from: canary, to: null };

const preview = (changes: readonly Change[]): Preview => ({
  ...{
    command: '',
    environment: 'local',
    before: 2,
    changes,
    settings: [],
    others: [],
    rejections: [],
    canPlan: false,
  },
});
const done = (action: Action, changes: readonly Change[], revision: number | null = 3) =>
  doneText(action, preview(changes), { text: 'The command’s text\n  and more', revision });

it('names the release that runs', () => {
  expect(done(actions.rollback, [release])).toBe('billing runs aaaaaaaa again in local, revision 3');
  expect(done(actions.promote, [release])).toBe('billing runs aaaaaaaa in local, revision 3');
  expect(done(actions.finish, [ends, release])).toBe('billing runs aaaaaaaa in local, revision 3');
  expect(done(actions.start, [begins])).toBe(
    '5% of visitors get canary cccccccc of billing in local, revision 3',
  );
  expect(done(actions.abort, [ends])).toBe('billing runs without canary cccccccc in local, revision 3');
});

it('is the command’s text where several slices changed, or nothing runs yet', () => {
  const others = [release, { ...release, app: 'agents' }];
  expect(done(actions.rollback, others)).toBe('The command’s text');
  expect(done(actions.rollback, [release], null)).toBe('The command’s text');
  expect(done(actions.approve, [], null)).toBe('The command’s text');
});

it('names each action on its button', () => {
  expect(Object.values(actions).map(runButton)).toEqual([
    { label: 'Roll back', variant: 'danger' },
    { label: 'Promote', variant: 'primary' },
    { label: 'Start the canary', variant: 'primary' },
    { label: 'Change the share', variant: 'primary' },
    { label: 'Give it to everyone', variant: 'primary' },
    { label: 'Abort the canary', variant: 'danger' },
    { label: 'Approve', variant: 'primary' },
    { label: 'Acknowledge', variant: 'primary' },
  ]);
});
