/** Prices of the deployment over time, and the version of its agent that it runs. */
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton, Stack, Table, Text, toast } from '@slipway/design-system';
import { formats, QueryPanel } from '@slipway/platform';
import type { Deployment } from '../../data/deployments';
import { type AgentVersion, termsQueries, usePinVersion } from '../../data/terms';
import { priceText } from '../../components/priceText';
import { t as shared } from '../../messages';
import { t } from './messages';

export function TermsSection({ deployment }: { deployment: Deployment }) {
  const terms = useQuery(termsQueries.of(deployment.id));
  const versions = useQuery(termsQueries.versions(deployment.agent_id));
  return (
    <Stack>
      <QueryPanel
        query={terms}
        failure={shared('sectionFailed')}
        waiting={<Skeleton shape="block" height="6rem" />}
      >
        {(rows) => (
          <Table
            caption={t('terms')}
            captionHidden
            onPhones="cards"
            rows={rows}
            rowKey={(row) => row.starts_at}
            columns={[
              { id: 'since', header: t('since'), cell: (row) => formats.dateTime(row.starts_at) },
              {
                id: 'price',
                header: shared('price'),
                cell: (row) =>
                  priceText({ perMessage: row.price_per_message, perMonth: row.price_per_month }),
              },
              { id: 'source', header: t('termsSource'), cell: (row) => t('source', { source: row.source }) },
            ]}
          />
        )}
      </QueryPanel>
      {versions.data && versions.data.length > 0 && (
        <VersionSelect deployment={deployment} versions={versions.data} />
      )}
    </Stack>
  );
}

const NEWEST = 'newest';

function VersionSelect({ deployment, versions }: { deployment: Deployment; versions: AgentVersion[] }) {
  const pin = usePinVersion(deployment.id, {
    onSuccess: () => toast.success(t('versionSet'), { id: 'version' }),
    onError: () => toast.error(t('versionFailed'), { id: 'version' }),
  });
  // Show the new choice while it is being saved.
  const pinned = pin.isPending ? pin.variables : deployment.pinned_version;
  const shown = versions.find(({ version }) => version === (pinned ?? versions[0]?.version));
  return (
    <Stack gap="xs">
      <Select
        label={t('version')}
        hint={t('versionHint')}
        value={pinned === null ? NEWEST : String(pinned)}
        options={[
          { value: NEWEST, label: t('versionNewest', { version: versions[0]?.version ?? 1 }) },
          ...versions.map(({ version, created_at }) => ({
            value: String(version),
            label: t('versionOf', { version, day: formats.date(created_at) }),
          })),
        ]}
        onChange={({ target }) => {
          pin.mutate(target.value === NEWEST ? null : Number(target.value));
        }}
      />
      {shown && shown.changelog !== '' && (
        <Text as="div" size="sm" tone="muted" dir="auto" preserveLines>
          {t('changelog', { version: shown.version, text: shown.changelog })}
        </Text>
      )}
    </Stack>
  );
}
