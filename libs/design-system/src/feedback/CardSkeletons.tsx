/** Placeholders for item cards, of the same size. */
import { Foot, FootLine, FootLines, Head, ItemCardFrame, Row } from '../display/ItemCard';
import { Grid } from '../layout/Grid';
import { Stack } from '../layout/Stack';
import { Text } from '../text/Text';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { Skeleton, SkeletonText } from './Skeleton';

export interface CardSkeletonsProps {
  /** What is loading, for screen readers. */
  label: string;
  count?: number;
  /** As of the cards. */
  footerLines?: 1 | 2;
}

export function CardSkeletons({ label, count = 6, footerLines = 1 }: CardSkeletonsProps) {
  return (
    <Grid aria-busy="true" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, card) => (
        <CardSkeleton key={card} footerLines={footerLines} />
      ))}
    </Grid>
  );
}

function CardSkeleton({ footerLines }: Required<Pick<CardSkeletonsProps, 'footerLines'>>) {
  const figures = (
    <Text as="div" size="sm">
      <Skeleton width="4.5rem" />
    </Text>
  );
  const actions = <Skeleton shape="block" width="6rem" height="1.25rem" />;
  return (
    <ItemCardFrame aria-hidden="true" data-skeleton="">
      <Head>
        <div>
          <Row>
            <Text as="div">
              <Skeleton width="10rem" />
            </Text>
            <Skeleton shape="pill" width="3.5rem" height="1.375rem" />
          </Row>
          <Text as="div" size="sm">
            <Skeleton width="7rem" />
          </Text>
        </div>
      </Head>
      <Text as="div" size="sm">
        <SkeletonText lines={3} />
      </Text>
      <Stack direction="row" gap="xs">
        <Skeleton shape="pill" width="4rem" height="1.375rem" />
        <Skeleton shape="pill" width="3rem" height="1.375rem" />
      </Stack>
      <Foot>
        {footerLines === 2 ? (
          <FootLines>
            <FootLine>{figures}</FootLine>
            <FootLine>{actions}</FootLine>
          </FootLines>
        ) : (
          <>
            {figures}
            {actions}
          </>
        )}
      </Foot>
    </ItemCardFrame>
  );
}
