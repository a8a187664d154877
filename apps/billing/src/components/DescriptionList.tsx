/** Terms and their descriptions, in columns where there is room. */
import type { ReactNode } from 'react';
import { Grid, Text } from '@slipway/design-system';

export function DescriptionList({
  items,
}: {
  items: readonly (readonly [term: string, description: ReactNode])[];
}) {
  return (
    <Grid as="dl" min="9rem" gap="md">
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
    </Grid>
  );
}
