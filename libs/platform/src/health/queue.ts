/** Sends events in batches, when the page is hidden and every half minute. A collector that is down changes nothing. */
import { type HealthBeacon, type HealthEvent, MAX_BEACON_EVENTS, MAX_BEACON_SIZE } from '@slipway/contracts';

/** Milliseconds. */
const INTERVAL = 30_000;
/** Events that wait. */
const MOST_WAITING = 500;

export interface Queue {
  add(event: HealthEvent): void;
}

/** `beforeHidden` runs before the last events are sent. */
export function createQueue(
  url: string,
  header: Omit<HealthBeacon, 'events'>,
  beforeHidden: () => void,
): Queue {
  const waiting: HealthEvent[] = [];

  const send = (events: HealthEvent[]): void => {
    const text = JSON.stringify({ ...header, events } satisfies HealthBeacon);
    // The fields are ASCII, so that a character is a byte.
    if (text.length <= MAX_BEACON_SIZE) {
      navigator.sendBeacon(url, text);
      return;
    }
    const half = Math.ceil(events.length / 2);
    send(events.slice(0, half));
    send(events.slice(half));
  };
  const flush = () => {
    while (waiting.length > 0) send(waiting.splice(0, MAX_BEACON_EVENTS));
  };

  setInterval(flush, INTERVAL);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    beforeHidden();
    flush();
  });
  // Safari closes pages without a change of visibility.
  window.addEventListener('pagehide', () => {
    beforeHidden();
    flush();
  });

  return {
    add(event) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(event);
      // Web Vitals are final when the page is hidden, after the last batch.
      if (document.visibilityState === 'hidden') queueMicrotask(flush);
    },
  };
}
