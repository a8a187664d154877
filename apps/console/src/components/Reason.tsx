/**
 * A reason in a table. It may have 500 characters: it wraps, or the actions beside it would be out of sight. On phones it is as
 * wide as `Names`, so that the values of a card begin at one edge.
 */
import { Stack, Text } from '@slipway/design-system';

export const Reason = ({ children }: { children: string }) => (
  <Stack as="span" minWidth="clamp(8rem, (30rem - 100vw) * 999, 50vw)">
    <Text as="span" size="sm" preserveLines>
      {children}
    </Text>
  </Stack>
);
