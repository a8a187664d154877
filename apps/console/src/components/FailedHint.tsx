/** The meaning of failed views. The mark of a failing release has its place from the start: it comes and goes without a press. */
import { Stack } from '@slipway/design-system';
import { text } from '../messages';
import { SeeFailures } from './SeeFailures';

export const FailedHint = ({ isFailing = false }: { isFailing?: boolean }) => (
  <Stack as="span" gap="xs">
    <span>{text.statFailedHint}</span>
    <SeeFailures reserved={!isFailing}>{text.showUnhealthy}</SeeFailures>
  </Stack>
);
