/** The current and former keys, masked. */
import { Table, Text } from '@slipway/design-system';
import type { DeploymentKey } from '../data/keys';
import { formats } from '@slipway/platform';
import { t } from '../features/details/messages';

function stateOf({ expires_at, revoked_at }: DeploymentKey): string {
  if (revoked_at !== null) return t('keyWasRevoked');
  if (expires_at === null) return t('keyActive');
  return Date.parse(expires_at) > Date.now()
    ? t('keyExpires', { when: formats.dateTime(expires_at) })
    : t('keyExpired');
}

export function KeyTable({ keys }: { keys: readonly DeploymentKey[] }) {
  return (
    <Table
      caption={t('keys')}
      captionHidden
      onPhones="cards"
      rows={keys}
      rowKey={({ last_four, created_at }) => last_four + created_at}
      columns={[
        {
          id: 'key',
          header: t('key'),
          cell: ({ last_four }) => (
            <Text as="code" size="sm" translate="no">
              {`ak_••••${last_four}`}
            </Text>
          ),
        },
        { id: 'state', header: t('state'), cell: stateOf },
        {
          id: 'rate',
          header: t('rate'),
          align: 'end',
          cell: ({ requests_per_minute: rate }) =>
            rate === null ? t('defaultRate') : t('ratePerMinute', { rate }),
        },
        { id: 'created', header: t('createdAt'), cell: ({ created_at }) => formats.dateTime(created_at) },
        {
          id: 'used',
          header: t('lastUsed'),
          cell: ({ last_used_at }) => (last_used_at === null ? t('never') : formats.dateTime(last_used_at)),
        },
      ]}
    />
  );
}
