/** Web Vitals and long tasks of the page. Loaded for the visits of the sample only. */
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import type { Reporter } from './reporter';

/** Where the browser supports it: a long animation frame with its scripts. TypeScript does not know it yet. */
interface LongFrame extends PerformanceEntry {
  blockingDuration: number;
  scripts: readonly { sourceURL: string; duration: number }[];
}

/** Of a page. */
const MOST_LONG_TASKS = 50;

const rounded = (value: number) => Math.round(value * 1000) / 1000;

function watchLongTasks({ reportTiming, sliceOf }: Reporter): void {
  const supported = PerformanceObserver.supportedEntryTypes;
  const type = ['long-animation-frame', 'longtask'].find((each) => supported.includes(each));
  if (!type) return;
  let count = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Partial<LongFrame>)[]) {
      const { scripts = [], blockingDuration = entry.duration } = entry;
      if (blockingDuration === 0 || (count += 1) > MOST_LONG_TASKS) continue;
      const [longest] = [...scripts].sort((a, b) => b.duration - a.duration);
      const slice = longest && sliceOf(longest.sourceURL);
      reportTiming({ kind: 'long-task', value: rounded(entry.duration) }, entry.startTime, slice);
    }
  }).observe({ type, buffered: true });
}

export function watchTimings(reporter: Reporter): void {
  const vital = ({ name, value, entries }: Metric) => {
    // The interaction or the shift may be of a later page than the first one.
    reporter.reportTiming({ kind: 'vital', name, value: rounded(value) }, entries.at(-1)?.startTime ?? 0);
  };
  onLCP(vital);
  onINP(vital);
  onCLS(vital);
  watchLongTasks(reporter);
}
