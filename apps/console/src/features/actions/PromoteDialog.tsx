/** Deploys what one environment runs of a slice to another environment. */
import { Select } from '@slipway/design-system';
import { useState } from 'react';
import { text } from '../../messages';
import { ActionDialog } from './ActionDialog';

export interface PromoteDialogProps {
  slice: string;
  from: string;
  /** The other environments, in their order; at least one. */
  targets: readonly string[];
  onClose: () => void;
}

export function PromoteDialog({ slice, from, targets, onClose }: PromoteDialogProps) {
  const [to, setTo] = useState(targets[0] ?? '');
  return (
    <ActionDialog
      title={text.promoteSlice(slice)}
      action={{ kind: 'promote', from, to, slices: [slice] }}
      onClose={onClose}
    >
      <Select
        label={text.target}
        value={to}
        options={targets.map((name) => ({ value: name, label: name }))}
        onChange={(event) => {
          setTo(event.target.value);
        }}
      />
    </ActionDialog>
  );
}
