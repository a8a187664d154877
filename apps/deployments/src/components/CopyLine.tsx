/** A key or address with its actions, such as copying it. */
import type { ReactNode } from 'react';
import { Stack, Text } from '@slipway/design-system';

interface CopyLineProps {
  label: string;
  text: string;
  /** The full text, if `text` shortens it. */
  whole?: string;
  children: ReactNode;
}

export function CopyLine({ label, text, whole = text, children }: CopyLineProps) {
  return (
    <Stack direction="row" justify="between" gap="sm">
      <Stack gap="xxs">
        <Text size="xs" tone="subtle">
          {label}
        </Text>
        <Text as="code" size="sm" lines={2} translate="no" title={whole}>
          {/* Lines break before a slash, and inside a name only if it is longer than a line (theme.css). */}
          {text.split(/(?=\/)/).map((part, at) => (
            <span key={at}>{part}</span>
          ))}
        </Text>
      </Stack>
      <Stack direction="row" gap="xs" rigid flushEnd>
        {children}
      </Stack>
    </Stack>
  );
}
