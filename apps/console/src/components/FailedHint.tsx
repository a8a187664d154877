/** Explains failed views. Reserves the space of the "failing" mark, which appears and disappears by itself. */
import { Stack } from '@slipway/design-system';
import { text } from '../messages';
import { SeeFailures } from './SeeFailures';

export const FailedHint = ({ isFailing = false }: { isFailing?: boolean }) => (
  <Stack as="span" gap="xs">
    <span>{text.statFailedHint}</span>
    <SeeFailures reserved={!isFailing}>{text.showUnhealthy}</SeeFailures>
  </Stack>
);
