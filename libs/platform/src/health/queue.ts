/**
 * Sends events in batches every half minute, and when the page is hidden. If the collector is down, events are lost.
 */
import { type HealthBeacon, type HealthEvent, MAX_BEACON_EVENTS } from '@slipway/contracts';

/** Milliseconds. */
const INTERVAL = 30_000;
/** The most events that wait to be sent. */
const MOST_WAITING = 500;

export interface Queue {
  add(event: HealthEvent): void;
}

/** `beforeEnd` runs before the last events of a hidden page are sent. */
export function createQueue(url: string, header: Omit<HealthBeacon, 'events'>, beforeEnd: () => void): Queue {
  const waiting: HealthEvent[] = [];

  const flush = () => {
    while (waiting.length > 0) {
      const events = waiting.splice(0, MAX_BEACON_EVENTS);
      navigator.sendBeacon(url, JSON.stringify({ ...header, events } satisfies HealthBeacon));
    }
  };

  setInterval(flush, INTERVAL);
  // Safari closes pages without a `visibilitychange` event.
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
