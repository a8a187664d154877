/** A reason in a table. It may have 500 characters: it wraps, or the actions beside it would be far out of sight. */
import { Stack, Text } from '@slipway/design-system';

export const Reason = ({ children }: { children: string }) => (
  <Stack as="span" minWidth="min(11rem, 50vw)">
    <Text as="span" size="sm" preserveLines>
      {children}
    </Text>
  </Stack>
);
