/**
 * The other origins that environments grant to slices. Renders nothing if there are none, as in the product's own
 * environments.
 */
import type { OverviewEnvironment } from '@slipway/cli/console';
import { Badge, Link, Section, Table, Text } from '@slipway/design-system';
import { text } from '../../messages';

export function Grants({ environments }: { environments: readonly OverviewEnvironment[] }) {
  const rows = environments.flatMap(({ environment, grants }) =>
    grants.map((grant) => ({ ...grant, environment })),
  );
  if (rows.length === 0) return null;
  return (
    <Section title={text.thirdParties}>
      <Table
        caption={text.tableOf(text.thirdParties)}
        captionHidden
        onPhones="cards"
        rows={rows}
        rowKey={({ environment, slice, kind, origin }) => [environment, slice, kind, origin].join(' ')}
        columns={[
          { id: 'environment', header: text.environment, cell: ({ environment }) => environment },
          {
            id: 'slice',
            header: text.slice,
            cell: ({ slice }) => <Link href={`/slices/${slice}`}>{slice}</Link>,
          },
          { id: 'kind', header: text.usedFor, cell: ({ kind }) => text.usedForKind[kind] },
          {
            id: 'origin',
            header: text.origin,
            cell: ({ origin }) => (
              <Text as="code" size="sm">
                {origin}
              </Text>
            ),
          },
          {
            id: 'used',
            header: text.used,
            cell: ({ isUsed }) => (
              <Badge tone={isUsed ? 'success' : 'neutral'}>{isUsed ? text.isUsed : text.isUnused}</Badge>
            ),
          },
        ]}
      />
    </Section>
  );
}
