/** A setting of the account: what it is, its state, and a button that changes it. */
import type { ReactNode } from 'react';
import { Stack, Text } from '@slipway/design-system';

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
