/** Runs an earlier release of one slice again, or everything of an earlier revision. */
import type { DeployMark } from '@slipway/cli/console';
import { Select } from '@slipway/design-system';
import { useState } from 'react';
import { changeLine } from '../../components/changeLine';
import { age } from '../../data/format';
import { text } from '../../messages';
import { ActionDialog } from './ActionDialog';

export interface RollbackDialogProps {
  slice: string;
  environment: string;
  /** The revisions that changed the slice here, newest first. */
  marks: readonly DeployMark[];
  onClose: () => void;
}

/** A choice of `marks` undoes that revision: the slice gets what the one before it had. */
export function RollbackDialog({ slice, environment, marks, onClose }: RollbackDialogProps) {
  const choices = marks.filter(({ previous }) => previous > 0);
  const [to, setTo] = useState(choices[0]?.previous);
  return (
    <ActionDialog
      title={text.rollBackSlice(slice)}
      action={to === undefined ? undefined : { kind: 'rollback', environment, to, slices: [slice] }}
      onClose={onClose}
    >
      <Select
        label={text.rollBackTo}
        value={String(to ?? '')}
        options={choices.map(({ previous, changes, at }) => ({
          value: String(previous),
          label: `${String(previous)}, before ${changes.map(changeLine).join(', ')} (${text.age(age(at))})`,
        }))}
        onChange={(event) => {
          setTo(Number(event.target.value));
        }}
      />
    </ActionDialog>
  );
}
