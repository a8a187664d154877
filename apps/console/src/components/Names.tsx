/** One or more names in a table. Long ones wrap, or the actions beside them would be out of sight. */
import { Stack, Text } from '@slipway/design-system';

/** Shorter ones are kept on one line. */
const LONG = 16;

export const Names = ({ children }: { children: string }) =>
  children.length <= LONG ? (
    children
  ) : (
    <Stack as="span" minWidth="clamp(8rem, (30rem - 100vw) * 999, 50vw)">
      <Text as="span" size="sm" preserveLines>
        {children}
      </Text>
    </Stack>
  );
