/** Starts a canary with a published release, or changes the share of the running canary. */
import type { Action, ReleaseInfo } from '@slipway/cli/console';
import { Select, Stack, TextInput } from '@slipway/design-system';
import { useState } from 'react';
import { commitText } from '../../components/commitText';
import { age, short } from '../../data/format';
import { text } from '../../messages';
import { ActionDialog } from './ActionDialog';

const FIRST_SHARE = 5;

export interface CanaryDialogProps {
  slice: string;
  environment: string;
  /** The releases to choose from, at least one; unused to change the canary that runs. */
  releases: readonly ReleaseInfo[];
  /** The canary that runs. */
  running: { version: string; percent: number } | undefined;
  onClose: () => void;
}

export function CanaryDialog({ slice, environment, releases, running, onClose }: CanaryDialogProps) {
  const [typed, setTyped] = useState(String(running?.percent ?? FIRST_SHARE));
  const [version, setVersion] = useState(releases[0]?.version);
  const share = Number(typed);
  const isShare = Number.isInteger(share) && share >= 1 && share <= 99;
  // Another user may start or end a canary in the meantime. The dialog keeps its purpose, and must not change another
  // canary.
  const [of] = useState(running?.version);
  const isNew = of === undefined;
  const action: Action = {
    kind: 'canary',
    environment,
    slice,
    version: isNew ? version : undefined,
    of,
    percent: share,
  };
  return (
    <ActionDialog
      title={isNew ? text.startCanaryOf(slice) : text.raiseCanaryOf(slice)}
      action={action}
      isComplete={isShare}
      startsAtFields
      onClose={onClose}
    >
      <Stack gap="lg">
        {isNew && (
          <Select
            label={text.version}
            value={version ?? ''}
            options={releases.map((release) => ({
              value: release.version,
              label: `${short(release.version)}: ${commitText(release)} (${text.age(age(release.builtAt))})`,
            }))}
            onChange={(event) => {
              setVersion(event.target.value);
            }}
          />
        )}
        <TextInput
          label={text.share}
          hint={text.shareHint}
          inputMode="numeric"
          value={typed}
          error={isShare ? undefined : text.shareWrong}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
      </Stack>
    </ActionDialog>
  );
}
