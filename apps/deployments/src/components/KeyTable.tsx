/** The current and former keys, masked. */
import type { ReactNode } from 'react';
import { Skeleton, Table, Text } from '@slipway/design-system';
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

/** `null` is the placeholder of the key that a rotation adds. */
type Row = DeploymentKey | null;

const shown = (cell: (key: DeploymentKey) => ReactNode) => (row: Row) =>
  row === null ? <Skeleton width="5rem" /> : cell(row);

interface KeyTableProps {
  keys: readonly DeploymentKey[];
  /** A rotation is running: shows a placeholder for its key, so that nothing moves when the key arrives. */
  isAdding: boolean;
}

export function KeyTable({ keys, isAdding }: KeyTableProps) {
  return (
    <Table<Row>
      caption={t('keys')}
      captionHidden
      onPhones="cards"
      rows={isAdding ? [null, ...keys] : keys}
      rowKey={(row) => (row === null ? 'added' : row.last_four + row.created_at)}
      columns={[
        {
          id: 'key',
          header: t('key'),
          cell: shown(({ last_four }) => (
            <Text as="code" size="sm" translate="no">
              {`ak_••••${last_four}`}
            </Text>
          )),
        },
        { id: 'state', header: t('state'), cell: shown(stateOf) },
        {
          id: 'rate',
          header: t('rate'),
          align: 'end',
          cell: shown(({ requests_per_minute: rate }) =>
            rate === null ? t('defaultRate') : t('ratePerMinute', { rate }),
          ),
        },
        {
          id: 'created',
          header: t('createdAt'),
          cell: shown(({ created_at }) => formats.dateTime(created_at)),
        },
        {
          id: 'used',
          header: t('lastUsed'),
          cell: shown(({ last_used_at }) =>
            last_used_at === null ? t('never') : formats.dateTime(last_used_at),
          ),
        },
      ]}
    />
  );
}
