/** A link that loads the slice from the developer's machine, in their browser only. */
import { CodeBlock, Stack, TextInput, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useState } from 'react';
import { overrideLink } from '../../data/overrideLink';
import { text } from '../../messages';

export interface OverrideDialogProps {
  slice: string;
  /** The environment's. */
  address: string;
  route: string;
  onClose: () => void;
}

/** The first port that `slipway dev` tries. */
const FIRST_PORT = '4300';

export function OverrideDialog({ slice, address, route, onClose }: OverrideDialogProps) {
  const [port, setPort] = useState(FIRST_PORT);
  return (
    <Dialog open title={text.overrideTitle(slice)} description={text.overrideHint} onClose={onClose}>
      <Stack gap="lg">
        <TextInput
          label={text.overridePort}
          inputMode="numeric"
          value={port}
          onChange={(event) => {
            setPort(event.target.value.replace(/\D/g, '').slice(0, 5));
          }}
        />
        <CodeBlock
          label={text.overrideAddress}
          code={overrideLink({ address, route, slice, port })}
          copyLabel={text.overrideLink}
          onCopied={() => toast.success(text.copied)}
          onCopyFailed={() => toast.error(text.copyFailed)}
        />
      </Stack>
    </Dialog>
  );
}
