/**
 * Web Vitals and long tasks of sampled visits. LCP, INP and CLS have the same values as in the library `web-vitals`,
 * with a quarter of its size: `health.spec.ts` compares them. Unlike the library, this does not measure soft
 * navigations and pages from the back-forward cache.
 */
import type { Reporter } from './reporter';

/** Fields of several types of entries. TypeScript does not know all of them yet. */
interface Entry extends PerformanceEntry {
  /** The score of a layout shift. */
  value: number;
  hadRecentInput: boolean;
  /** The interaction to which an event belongs. */
  interactionId?: number;
  /** In a long animation frame: a long task with its scripts. */
  blockingDuration?: number;
  scripts?: readonly { sourceURL: string; duration: number }[];
}

interface Vital {
  id?: number;
  /** Milliseconds; CLS has no unit. */
  value: number;
  /** Milliseconds since the document started. */
  at: number;
}

/** Reported long tasks per page. */
const MOST_LONG_TASKS = 50;
const LONG_FRAME = 'long-animation-frame';

const rounded = (value: number) => Math.round(value * 1000) / 1000;
const entryOf = (type: string, name?: string) =>
  performance.getEntriesByType(type).find((entry) => name === undefined || entry.name === name);

export function watchTimings({ reportTiming, sliceOf, beforeEnd }: Reporter): void {
  const start = (entryOf('navigation') as { activationStart?: number } | undefined)?.activationStart ?? 0;
  /** A page that loads in the background paints late. */
  const hidden = entryOf('visibility-state', 'hidden')?.startTime ?? (document.hidden ? 0 : Infinity);
  const reported = new Map<string, number>();
  const report = (name: 'LCP' | 'INP' | 'CLS', vital: Vital | undefined) => {
    if (!vital || reported.get(name) === vital.value) return;
    reported.set(name, vital.value);
    // The interaction or shift may belong to a later page than the first one.
    reportTiming({ kind: 'vital', name, value: rounded(vital.value) }, vital.at);
  };

  let largest: Vital | undefined;
  /** The ten slowest interactions. */
  const slowest: Vital[] = [];
  const onEvent = ({ interactionId: id, duration: value, startTime: at }: Entry) => {
    if (!id) return;
    const known = slowest.find((other) => other.id === id);
    if (!known) slowest.push({ id, value, at });
    else if (value > known.value) Object.assign(known, { value, at });
    slowest.sort((a, b) => b.value - a.value).splice(10);
  };
  /** The largest sum of shifts less than a second apart, within five seconds. */
  let shift: Vital = { value: 0, at: 0 };
  let [sum, since, last] = [0, 0, -Infinity];
  let longTasks = 0;

  const handlers: Record<string, (entry: Entry) => void> = {
    'largest-contentful-paint'({ startTime: at }) {
      if (at < hidden) largest = { value: Math.max(0, at - start), at };
    },
    'layout-shift'({ value, startTime: at, hadRecentInput }) {
      if (hadRecentInput) return;
      if (at - last < 1_000 && at - since < 5_000) sum += value;
      else [sum, since] = [value, at];
      last = at;
      if (sum > shift.value) shift = { value: sum, at };
    },
    event: onEvent,
    'first-input': onEvent,
    [PerformanceObserver.supportedEntryTypes.includes(LONG_FRAME) ? LONG_FRAME : 'longtask']({
      scripts = [],
      duration,
      blockingDuration = duration,
      startTime,
    }) {
      if (blockingDuration === 0 || (longTasks += 1) > MOST_LONG_TASKS) return;
      const [longest] = [...scripts].sort((a, b) => b.duration - a.duration);
      const slice = longest && sliceOf(longest.sourceURL);
      reportTiming({ kind: 'long-task', value: rounded(duration) }, startTime, slice);
    },
  };
  const handle = (entries: PerformanceEntryList) => {
    for (const entry of entries) handlers[entry.entryType]?.(entry as Entry);
  };
  const observer = new PerformanceObserver((list) => {
    handle(list.getEntries());
  });
  for (const type of Object.keys(handlers)) {
    // Browsers ignore unknown types. They report events of 104 ms and more unless told otherwise.
    observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
  }

  /** Browsers look for a larger paint until the first input. */
  const endPaint = () => {
    handle(observer.takeRecords());
    if (!reported.has('LCP')) report('LCP', largest);
  };
  for (const type of ['keydown', 'click']) {
    window.addEventListener(type, (event) => event.isTrusted && endPaint(), true);
  }
  beforeEnd(() => {
    endPaint();
    const { interactionCount = 0 } = performance as { interactionCount?: number };
    // Leave out the slowest of every 50 interactions.
    report('INP', slowest[Math.min(slowest.length - 1, Math.floor(interactionCount / 50))]);
    if (hidden > (entryOf('paint', 'first-contentful-paint')?.startTime ?? Infinity)) report('CLS', shift);
  });
}
