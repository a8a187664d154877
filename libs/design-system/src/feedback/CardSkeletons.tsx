/**
 * Placeholders for item cards, of the same size. theme.css has the second line of a name. In a prerendered page, the
 * first data can fill them before the app has started (decision 108).
 */
import { Foot, FootLine, FootLines, Head, ItemCardFrame, Row } from '../display/ItemCard';
import { Grid } from '../layout/Grid';
import { Stack } from '../layout/Stack';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';
import { Skeleton, SkeletonText } from './Skeleton';

interface CardLook {
  /** The cards have an icon before the title, such as those of agents. */
  picture?: boolean;
  /** The same as on the cards. */
  footerLines?: 1 | 2;
  /** The fields with the title and the text, in each row that the first request of the page returns. */
  fields?: readonly [title: string, text: string];
}

export interface CardSkeletonsProps extends CardLook {
  /** What is loading, for screen readers. */
  label: string;
  count?: number;
}

export function CardSkeletons({ label, count = 6, ...look }: CardSkeletonsProps) {
  return (
    <Grid aria-busy="true" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, card) => (
        <CardSkeleton key={card} {...look} />
      ))}
    </Grid>
  );
}

function CardSkeleton({ picture = false, footerLines = 1, fields }: CardLook) {
  return (
    <ItemCardFrame aria-hidden="true" data-skeleton="">
      <Head>
        {picture && <Skeleton shape="block" width="2.5rem" height="2.5rem" />}
        <div>
          <Row>
            <Heading level={3} size="md" data-breaks={picture || undefined} data-fill={fields?.[0]}>
              <Skeleton width="10rem" />
            </Heading>
            <Skeleton shape="pill" width="3.5rem" height="1.375rem" />
          </Row>
          <Figure width="7rem" />
        </div>
      </Head>
      <Text as="div" size="sm" tone="muted" lines={3} reserve data-fill={fields?.[1]}>
        <SkeletonText />
      </Text>
      <Stack direction="row" gap="xs">
        <Skeleton shape="pill" width="4rem" height="1.5rem" />
        <Skeleton shape="pill" width="3rem" height="1.5rem" />
      </Stack>
      <Foot>
        {footerLines === 2 ? (
          <FootLines>
            <FootLine>
              <Figure width="4.5rem" />
              <Figure width="3.5rem" />
            </FootLine>
            <FootLine>
              <ButtonSkeleton width="4.75rem" />
              <ButtonSkeleton width="4.25rem" />
            </FootLine>
          </FootLines>
        ) : (
          <>
            <Figure width="4.5rem" />
            {picture ? (
              <ButtonSkeleton width="6.5rem" />
            ) : (
              <Skeleton shape="block" width="6rem" height="1.25rem" />
            )}
          </>
        )}
      </Foot>
    </ItemCardFrame>
  );
}

const Figure = ({ width }: { width: string }) => (
  <Text as="div" size="sm">
    <Skeleton width={width} />
  </Text>
);

const ButtonSkeleton = ({ width }: { width: string }) => (
  <Skeleton shape="block" width={width} height={token.size.controlSm} />
);
