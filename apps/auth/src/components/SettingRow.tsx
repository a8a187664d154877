/** A setting of the account: its name, its state, and a button that changes it. */
import type { ReactNode } from 'react';
import { Skeleton, Stack, Text } from '@slipway/design-system';

interface SettingRowProps {
  title: string;
  text: string;
  action: ReactNode;
}

export function SettingRow({ title, text, action }: SettingRowProps) {
  return (
    <Stack direction="row" justify="between" gap="md" wrap>
      <Stack gap="xs">
        <Text weight="medium">{title}</Text>
        <Text size="sm" tone="muted">
          {text}
        </Text>
      </Stack>
      {action}
    </Stack>
  );
}

/** Placeholder of a row whose state is loading. `text` is the most likely state: it decides the height. */
export const WaitingRow = ({ title, text }: Pick<SettingRowProps, 'title' | 'text'>) => (
  <Stack direction="row" justify="between" gap="md" wrap aria-busy="true">
    <Stack gap="xs">
      <Text weight="medium">{title}</Text>
      <Stack reserved>
        <Text size="sm">{text}</Text>
      </Stack>
    </Stack>
    <Skeleton shape="block" width="5.5rem" height="2.5rem" />
  </Stack>
);
