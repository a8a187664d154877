/** A link that runs another release of the slice in one browser tab: one that the environment lists, or one from this machine. */
import type { OverrideTarget } from '@slipway/cli/console';
import { CodeBlock, Select, Stack, TextInput, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useState } from 'react';
import { short } from '../../data/format';
import { machine, overrideLink } from '../../data/overrideLink';
import { text } from '../../messages';

export interface OverrideDialogProps {
  slice: string;
  /** The environment's. */
  address: string;
  route: string;
  targets: readonly OverrideTarget[];
  /** Whether the environment allows builds of this machine. */
  allowsMachine: boolean;
  onClose: () => void;
}

/** Below the ports of `slipway dev`, whose builds do not run in pages of an environment. */
const FIRST_PORT = '4205';
const MAX_PORT = 65_535;
const MACHINE = 'machine';

export function OverrideDialog({
  slice,
  address,
  route,
  targets,
  allowsMachine,
  onClose,
}: OverrideDialogProps) {
  const options = [
    ...targets.map(({ kind, version }) => ({
      value: version,
      label: text.overrideTarget[kind](short(version)),
    })),
    ...(allowsMachine ? [{ value: MACHINE, label: text.overrideMachine }] : []),
  ];
  const [choice, setChoice] = useState(options[0]?.value ?? MACHINE);
  const [port, setPort] = useState(FIRST_PORT);
  const given = port.trim();
  const isPort = choice !== MACHINE || (/^[1-9]\d*$/.test(given) && Number(given) <= MAX_PORT);
  const target = choice === MACHINE ? machine(given) : choice;
  return (
    <Dialog open title={text.overrideTitle(slice)} description={text.overrideHint} onClose={onClose}>
      <Stack gap="lg">
        <Select
          label={text.version}
          options={options}
          value={choice}
          onChange={(event) => {
            setChoice(event.target.value);
          }}
        />
        {choice === MACHINE && (
          <TextInput
            label={text.overridePort}
            hint={text.overridePortHint}
            inputMode="numeric"
            value={port}
            error={isPort ? undefined : text.overridePortWrong}
            onChange={(event) => {
              setPort(event.target.value);
            }}
          />
        )}
        {isPort && (
          <CodeBlock
            label={text.overrideAddress}
            code={overrideLink({ address, route, slice, target })}
            copyLabel={text.overrideLink}
            onCopied={() => toast.success(text.copied)}
            onCopyFailed={() => toast.error(text.copyFailed)}
          />
        )}
      </Stack>
    </Dialog>
  );
}
