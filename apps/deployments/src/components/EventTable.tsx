/** The history of a deployment, newest first. */
import { Table } from '@slipway/design-system';
import type { DeploymentEvent } from '../data/events';
import { formats } from '@slipway/platform';
import { t as shared } from '../messages';
import { t } from '../features/details/messages';
import { statusName } from './statusName';

function describe({ from_status, to_status }: DeploymentEvent): string {
  if (to_status === null) return t('eventDeleted');
  if (from_status === null) return t('eventCreated');
  return t('eventStatus', { from: statusName(from_status), to: statusName(to_status) });
}

export function EventTable({ events }: { events: readonly DeploymentEvent[] }) {
  return (
    <Table
      caption={t('events')}
      captionHidden
      onPhones="cards"
      rows={events}
      rowKey={({ id }) => String(id)}
      columns={[
        { id: 'event', header: t('events'), cell: describe },
        {
          id: 'actor',
          header: t('doneBy'),
          cell: ({ actor }) => t(actor === 'owner' ? 'byOwner' : 'byServer'),
        },
        { id: 'time', header: shared('time'), cell: ({ created_at }) => formats.dateTime(created_at) },
      ]}
    />
  );
}
