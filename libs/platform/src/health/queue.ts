/** Sends events in batches, when the page is hidden and every half minute. A collector that is down changes nothing. */
import { type HealthBeacon, type HealthEvent, MAX_BEACON_EVENTS } from '@slipway/contracts';

/** Milliseconds. */
const INTERVAL = 30_000;
/** Events that wait. */
const MOST_WAITING = 500;

export interface Queue {
  add(event: HealthEvent): void;
}

/** `beforeEnd` runs before the last events are sent. */
export function createQueue(url: string, header: Omit<HealthBeacon, 'events'>, beforeEnd: () => void): Queue {
  const waiting: HealthEvent[] = [];

  const flush = () => {
    while (waiting.length > 0) {
      const events = waiting.splice(0, MAX_BEACON_EVENTS);
      navigator.sendBeacon(url, JSON.stringify({ ...header, events } satisfies HealthBeacon));
    }
  };

  setInterval(flush, INTERVAL);
  // Safari closes pages without a change of visibility.
  for (const type of ['visibilitychange', 'pagehide']) {
    window.addEventListener(
      type,
      () => {
        if (type !== 'pagehide' && !document.hidden) return;
        beforeEnd();
        flush();
      },
      true,
    );
  }

  return {
    add(event) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(event);
      if (document.hidden) queueMicrotask(flush);
    },
  };
}
