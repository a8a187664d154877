/** The canary that a slice runs, or that it runs none, and its actions in one line: its start and its end move nothing. */
import { Stack, Text } from '@slipway/design-system';
import type { ReactNode } from 'react';
import { text } from '../messages';

/** Two lines if the longest text does not fit in one. */
const TEXT_HEIGHT = 'clamp(1.375rem, (46rem - 100vw) * 999, 2.75rem)';

export interface CanaryPlaceProps {
  /** Which release it is, and its share. */
  canary: string | undefined;
  /** Whether there is a release that can become one. */
  hasCandidate: boolean;
  /** Its actions. */
  children: ReactNode;
}

export const CanaryPlace = ({ canary, hasCandidate, children }: CanaryPlaceProps) => (
  <Stack gap="xs">
    <Stack minHeight={TEXT_HEIGHT}>
      <Text
        role="status"
        size="sm"
        tone={canary === undefined ? 'muted' : 'default'}
        weight={canary === undefined ? 'regular' : 'medium'}
      >
        {canary ?? (hasCandidate ? text.noCanary : text.noCandidate)}
      </Text>
    </Stack>
    <Stack direction="row" gap="sm" wrap minHeight="2rem">
      {children}
    </Stack>
  </Stack>
);
