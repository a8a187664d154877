/** Turns records of the page into events of its releases, and sends them. */
import { type Composition, type HealthEvent, isAppError } from '@slipway/contracts';
import { createEmitter } from '@slipway/state';
import { createFrameOf, fingerprintOf, topFrame } from './frames';
import { createQueue } from './queue';
import { isCanaryShell } from '../releases/runningShell';
import { createVisits } from './visits';
import type { HealthRecord } from './records';

type Settings = NonNullable<Composition['health']>;

interface View {
  id: string;
  route: string;
  start: number;
  isCounted: boolean;
  /** Slices with a failure or an error in this view: `failure billing`. */
  marked: Set<string>;
}

/** A part of an event. */
type Timing = Pick<HealthEvent, 'kind' | 'name' | 'value'>;

export interface Reporter {
  /** Whether this visit reports views and timings. */
  isSampled: boolean;
  report(record: HealthRecord): void;
  /** Calls `listener` before the last events of a hidden or closed page are sent. */
  beforeEnd(listener: () => void): void;
  /** `at`: milliseconds since the document started. `slice` is the page's by default. */
  reportTiming(timing: Timing, at: number, slice?: string): void;
  /** The slice of a script's address, or `shell`. */
  sliceOf(url: string): string | undefined;
}

/**
 * Milliseconds. Visits of both groups of a canary end after the same time, so few overlap a change of its percentage.
 */
const VISIT_LIMIT = 120_000;
const SHELL = 'shell';
/** Reported errors per page; later ones are mostly repetitions. */
const MOST_ERRORS = 100;

/** A code of this app, or the name of a built-in error. Other names could contain anything. */
function codeOf(error: unknown): string {
  if (isAppError(error)) return error.code;
  const name = error instanceof Error ? error.name : '';
  const isBuiltIn = error instanceof DOMException || name in globalThis;
  return isBuiltIn && /^[A-Za-z]{1,40}$/.test(name) ? name : 'unexpected';
}

export function createReporter({
  composed,
  running,
  released,
  health,
}: {
  composed: Composition;
  running: Composition;
  released: Composition;
  health: Settings;
}): Reporter {
  const isSampled = Math.random() < health.sample;
  const visits = createVisits(composed);
  const ending = createEmitter();
  const { environment, revision } = running;
  const queue = createQueue(health.url, { v: 1, environment, revision, sampled: isSampled }, ending.emit);
  const frameOf = createFrameOf(running, window.location.origin);
  const views: View[] = [];
  let errors = 0;

  const shellGroup = isCanaryShell() ? 'canary' : 'stable';
  const releaseOf = (slice: string): Pick<HealthEvent, 'slice' | 'version' | 'group'> => {
    const release = running.slices[slice];
    if (!release) return { slice: SHELL, version: running.shell.version, group: shellGroup };
    const { version } = release;
    const isCanary = composed.slices[slice]?.canary?.release.version === version;
    const isReleased = release === released.slices[slice];
    return { slice, version, group: isReleased ? (isCanary ? 'canary' : 'stable') : 'override' };
  };
  const pageSlice = (route: string) =>
    Object.entries(running.slices).find(([, { routes }]) => routes.some(({ path }) => path === route))?.[0] ??
    SHELL;

  const viewOf = ({ view: id, route, at }: HealthRecord): View => {
    const known = views.find((view) => view.id === id);
    if (known) return known;
    const view = {
      id,
      route,
      start: views.length === 0 ? 0 : at,
      isCounted: false,
      marked: new Set<string>(),
    };
    views.push(view);
    if (views.length > 50) views.splice(1, 1); // the first one has the timings of the load
    return view;
  };
  const count = (view: View) => {
    if (view.isCounted) return;
    view.isCounted = true;
    if (!isSampled) return;
    const slice = pageSlice(view.route);
    const release = releaseOf(slice);
    queue.add({ ...release, route: view.route, kind: 'view' });
    if (
      release.group !== 'override' &&
      visits.begin(slice, { ...release, route: view.route, kind: 'visit' })
    ) {
      if (view.marked.has(`error ${slice}`)) visits.mark(slice, 'hasError'); // before the page was shown
      setTimeout(endVisits, VISIT_LIMIT);
    }
  };
  /** Counts a visit for a canary of the shell. All pages count: each has the shell's frame, router and libraries. */
  const countShell = (view: View, what?: 'failed' | 'hasError') => {
    if (!composed.shell.canary || !isSampled) return;
    const visit = { ...releaseOf(SHELL), route: view.route, kind: 'visit' } as const;
    if (visits.begin(SHELL, visit)) setTimeout(endVisits, VISIT_LIMIT);
    if (what) visits.mark(SHELL, what);
  };
  const endVisits = () => {
    for (const visit of visits.end()) queue.add(visit);
  };
  ending.subscribe(endVisits);
  const whatOf = (kind: string) => (kind === 'failure' ? 'failed' : 'hasError');
  /** Returns true for the first event of a kind in a view of the slice's own page, because rates count views. */
  const firstIn = (view: View, kind: string, slice: string) => {
    const key = `${kind} ${slice}`;
    if (slice !== pageSlice(view.route) || view.marked.has(key)) return undefined;
    view.marked.add(key);
    visits.mark(slice, whatOf(kind));
    return true as const;
  };

  const fail = (
    view: View,
    event: Pick<HealthEvent, 'slice' | 'kind' | 'phase' | 'part'>,
    error: unknown,
    source = '',
  ) => {
    if ((errors += 1) > MOST_ERRORS) return;
    if ([SHELL, pageSlice(view.route)].includes(event.slice)) countShell(view, whatOf(event.kind));
    const stack = (error instanceof Error && error.stack) || source;
    const top = topFrame(stack, frameOf);
    const code = codeOf(error);
    queue.add({
      ...releaseOf(event.slice),
      ...{ route: view.route, kind: event.kind, phase: event.phase, part: event.part, code },
      first: firstIn(view, event.kind, event.slice),
      fingerprint: top && fingerprintOf(`${code} ${top.frame}`),
      frame: top?.slice === event.slice ? top.frame : undefined,
    });
  };

  const recorded = new WeakSet();
  const isRepeated = (error: unknown) => {
    if (typeof error !== 'object' || error === null) return false;
    if (recorded.has(error)) return true;
    recorded.add(error);
    return false;
  };

  const report = (record: HealthRecord) => {
    const view = viewOf(record);
    if (record.kind === 'shown') {
      countShell(view);
      count(view);
      return;
    }
    if (isRepeated(record.error)) return;
    if (record.kind === 'failure') {
      const { slice, phase, part } = record.failure;
      if (part !== 'slot' && slice === pageSlice(view.route)) count(view);
      fail(view, { slice, phase, part, kind: 'failure' }, record.error);
      return;
    }
    const { phase, error, source } = record;
    const stack = error instanceof Error ? error.stack : undefined;
    const top = topFrame(stack ?? source ?? '', frameOf);
    // A rejection without a stack is attributed to the page. Scripts of no release, such as extensions, are ignored.
    const slice =
      record.slice ?? top?.slice ?? (phase === 'promise' && !stack ? pageSlice(view.route) : undefined);
    if (slice !== undefined) fail(view, { slice, phase, kind: 'error' }, error, source);
  };

  return {
    isSampled,
    beforeEnd: ending.subscribe,
    report,
    reportTiming(timing, at, slice) {
      const view = views.findLast(({ start }) => start <= at);
      if (!view) return;
      queue.add({ ...releaseOf(slice ?? pageSlice(view.route)), route: view.route, ...timing });
    },
    sliceOf: (url) => frameOf(url, '0', '0')?.slice,
  };
}
