/** A deployment that is loading. As tall as its card, with its title and key in their places. */
import { ItemCard, ReservedSpace, Skeleton, Stack, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { t } from '../messages';

export function DeploymentSkeleton() {
  return (
    <div aria-hidden="true" data-skeleton="">
      <ItemCard
        level={2}
        title={<Skeleton width="9rem" />}
        aside={<Skeleton shape="pill" width="4rem" height="1.375rem" />}
        byline={
          <Text as="div" size="sm">
            <Skeleton width="7rem" />
          </Text>
        }
        footer={<Skeleton shape="block" width="8rem" height="2rem" />}
      >
        <Line label="3rem" length={11} actions="2rem" />
        <Line label="4rem" length={25} actions="4.25rem" />
        <Text as="div" size="sm">
          {/* A fixed time: the build prerenders this, and its output must not depend on the day. */}
          <ReservedSpace placeholder={t('lastDeployed', { when: formats.dateTime('2026-12-28T22:58') })}>
            <Skeleton width="14rem" />
          </ReservedSpace>
        </Text>
      </ItemCard>
    </div>
  );
}

/** A name above a text of this length, which may break into two lines. */
const Line = ({ label, length, actions }: { label: string; length: number; actions: string }) => (
  <Stack direction="row" justify="between" gap="sm">
    <Stack gap="xxs">
      <Text as="div" size="xs">
        <Skeleton width={label} />
      </Text>
      <Text as="code" size="sm">
        <ReservedSpace placeholder={'0'.repeat(length)}>
          <Skeleton />
        </ReservedSpace>
      </Text>
    </Stack>
    <Stack rigid flushEnd>
      <Skeleton shape="block" width={actions} height="2rem" />
    </Stack>
  </Stack>
);
