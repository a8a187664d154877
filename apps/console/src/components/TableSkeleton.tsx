/** Placeholders for a table that is loading. */
import { Card, Skeleton, Stack, VisuallyHidden } from '@slipway/design-system';
import { text } from '../messages';

export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Card aria-busy="true" role="status">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <Stack gap="xl">
        {Array.from({ length: rows }, (_, row) => (
          <Stack key={row} direction="row" gap="xl">
            <Skeleton width="30%" />
            <Skeleton width="60%" />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
