/** Lists the environments without health data, with the reasons. The rest of the console works without it. */
import type { Health } from '@slipway/cli/console';
import { LongNotice } from '../../components/LongNotice';
import { text } from '../../messages';

export function HealthNotices({ health }: { health: ReadonlyMap<string, Health> }) {
  const unknown = [...health.values()].filter(({ state }) => state !== 'known');
  const messages = [...new Map(unknown.map(({ message, state }) => [message ?? '', state]))];
  return messages.map(([message, state]) => (
    <LongNotice key={message} tone={state === 'down' ? 'warning' : 'info'}>
      {`${state === 'down' ? text.healthDown : text.healthAbsent}: ${message}`}
    </LongNotice>
  ));
}
