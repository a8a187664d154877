/** Terms and what holds for them, side by side where there is room. */
import type { ReactNode } from 'react';
import { Grid, Text } from '@slipway/design-system';

export function Facts({ facts }: { facts: readonly (readonly [term: string, fact: ReactNode])[] }) {
  return (
    <Grid as="dl" min="9rem" gap="md">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <Text as="dt" size="sm" tone="muted">
            {term}
          </Text>
          <Text as="dd" weight="medium">
            {fact}
          </Text>
        </div>
      ))}
    </Grid>
  );
}
