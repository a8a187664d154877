/** Previews are too many for columns: a row each. */
import type { OverviewEnvironment } from '@slipway/cli/console';
import { Link, Section, Table, Text } from '@slipway/design-system';
import { age } from '../../data/format';
import { text } from '../../messages';

export function Previews({ previews }: { previews: readonly OverviewEnvironment[] }) {
  return (
    <Section title={text.previews}>
      <Table
        caption={text.tableOf(text.previews)}
        captionHidden
        onPhones="cards"
        rows={previews}
        rowKey={({ environment }) => environment}
        columns={[
          {
            id: 'environment',
            header: text.environment,
            cell: ({ environment }) => (
              <Link href={`/history?environment=${encodeURIComponent(environment)}`}>{environment}</Link>
            ),
          },
          {
            id: 'age',
            header: text.when,
            cell: ({ createdAt, error, unverified }) => (
              <Text as="span" size="sm">
                {error !== null
                  ? text.notRead
                  : createdAt === null
                    ? text.runsNothing
                    : [text.age(age(createdAt)), ...(unverified === null ? [] : [text.notVerified])].join(
                        ' · ',
                      )}
              </Text>
            ),
          },
          {
            id: 'address',
            header: text.overrideAddress,
            cell: ({ address }) => <Link href={address}>{address}</Link>,
          },
        ]}
      />
    </Section>
  );
}
