/** Terms and their descriptions, in columns if there is space. */
import type { ReactNode } from 'react';
import { Stack, Text } from '@slipway/design-system';

export function DescriptionList({
  items,
}: {
  items: readonly (readonly [term: string, description: ReactNode])[];
}) {
  return (
    <Stack as="dl" direction="row" gap="xl" align="start" wrap>
      {items.map(([term, description]) => (
        <div key={term}>
          <Text as="dt" size="sm" tone="muted">
            {term}
          </Text>
          <Text as="dd" weight="medium">
            {description}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
