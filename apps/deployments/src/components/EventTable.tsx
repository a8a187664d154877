/** What happened to a deployment, newest first. */
import { Table } from '@slipway/design-system';
import type { DeploymentEvent } from '../data/events';
import { momentOf, statusName, t } from '../messages';

function wordsOf({ from_status, to_status }: DeploymentEvent): string {
  if (to_status === null) return t('eventDeleted');
  if (from_status === null) return t('eventMade');
  return t('eventMoved', { from: statusName(from_status), to: statusName(to_status) });
}

export function EventTable({ events }: { events: readonly DeploymentEvent[] }) {
  return (
    <Table
      caption={t('events')}
      captionHidden
      rows={events}
      rowKey={({ id }) => String(id)}
      columns={[
        { id: 'event', header: t('events'), cell: wordsOf },
        {
          id: 'actor',
          header: t('doneBy'),
          cell: ({ actor }) => t(actor === 'owner' ? 'byOwner' : 'byServer'),
        },
        { id: 'time', header: t('time'), cell: ({ created_at }) => momentOf(created_at) },
      ]}
    />
  );
}
