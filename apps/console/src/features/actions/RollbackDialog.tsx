/** Runs an earlier release of one slice again, or everything of an earlier revision. */
import type { Change, DeployMark, HealthRow } from '@slipway/cli/console';
import { Select } from '@slipway/design-system';
import { useState } from 'react';
import { isFailing } from '../../data/attention';
import { age, percent, short } from '../../data/format';
import { text } from '../../messages';
import { ActionDialog } from './ActionDialog';

export interface RollbackDialogProps {
  slice: string;
  environment: string;
  /** The revisions that changed the slice here, newest first; at least one replaced another revision. */
  marks: readonly DeployMark[];
  /** Releases that fail are marked among the choices. */
  health: readonly HealthRow[];
  onClose: () => void;
}

/** The release, or the canary, before a change. */
function ranBefore(change: Change): string {
  if (change.kind === 'stable')
    return change.from === null
      ? text.ranNoRelease(change.app)
      : text.ranRelease(change.app, short(change.from));
  if (change.from === null) return text.ranNoCanary(change.app);
  return text.ranCanary(change.app, short(change.from.version), change.from.percent);
}

/**
 * The change to undo first: the newest one. When it gave a canary to everyone, the start of that canary: the release from
 * before it is wanted, not the canary's last step.
 */
function firstChoice(choices: readonly DeployMark[]): DeployMark | undefined {
  const newest = choices[0];
  const canaryOf = (mark: DeployMark | undefined) => mark?.changes.find(({ kind }) => kind === 'canary');
  const ended = canaryOf(newest);
  const stable = newest?.changes.find(({ kind }) => kind === 'stable');
  const version = ended?.kind === 'canary' && ended.to === null ? ended.from?.version : undefined;
  if (version === undefined || stable?.to !== version) return newest;
  const isStart = (mark: DeployMark) => {
    const change = canaryOf(mark);
    return change?.kind === 'canary' && change.to?.version === version && change.from?.version !== version;
  };
  return choices.find(isStart) ?? newest;
}

/** Choosing one of `marks` undoes that revision: the slice gets the release that the previous revision had. */
export function RollbackDialog({ slice, environment, marks, health, onClose }: RollbackDialogProps) {
  const choices = marks.filter(({ previous }) => previous > 0);
  const [to, setTo] = useState(firstChoice(choices)?.previous ?? 0);
  const failing = new Map(health.filter(isFailing).map((row) => [row.version, row.failureRate ?? 0]));
  const labelOf = ({ previous, changes, at }: DeployMark) => {
    const versions = changes.flatMap(({ from }) => (typeof from === 'string' ? from : (from?.version ?? [])));
    const rate = versions.map((version) => failing.get(version)).find((one) => one !== undefined);
    return [
      text.rollBackChoice(previous, changes.map(ranBefore).join(', '), age(at)),
      ...(rate === undefined ? [] : [text.failed(percent(rate))]),
    ].join(', ');
  };
  return (
    <ActionDialog
      title={text.rollBackSlice(slice)}
      action={{ kind: 'rollback', environment, to, slices: [slice] }}
      onClose={onClose}
    >
      <Select
        label={text.rollBackTo}
        value={String(to)}
        options={choices.map((mark) => ({ value: String(mark.previous), label: labelOf(mark) }))}
        onChange={(event) => {
          setTo(Number(event.target.value));
        }}
      />
    </ActionDialog>
  );
}
