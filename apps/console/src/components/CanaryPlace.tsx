/** The canary that a slice runs, or that it runs none: as high in both cases, so that its start and its end move nothing. */
import { Grid, Notice, Text } from '@slipway/design-system';
import { text } from '../messages';

/** On phones, its texts have up to three lines. */
export const CANARY_HEIGHT = 'clamp(2.5rem, (30rem - 100vw) * 999, 4rem)';

/** The height of its actions with the others: two lines where the window is not wide, three on phones where a link to a release is one. */
export const actionsHeight = (hasLink: boolean) =>
  `clamp(2rem, (54rem - 100vw) * 999, ${hasLink ? 'max(4.5rem, min((30rem - 100vw) * 999, 7rem))' : '4.5rem'})`;

/** `canary`: which release it is, and its share. */
export const CanaryPlace = ({ canary }: { canary: string | undefined }) => (
  <Grid min="100%" minHeight={CANARY_HEIGHT}>
    {canary === undefined ? (
      <Text size="sm" tone="muted">
        {text.noCanary}
      </Text>
    ) : (
      <Notice>{canary}</Notice>
    )}
  </Grid>
);
