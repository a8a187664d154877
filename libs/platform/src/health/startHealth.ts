/** Listens to errors, failures and timings of the page, and reports them. An environment without `health` reports nothing. */
import type { Composition } from '@slipway/contracts';
import { onFailure } from '../loading/failures';
import { frameError, type HealthRecord, pageShown } from './records';
import { createReporter } from './reporter';
import { watchTimings } from './timings';

/** The part of the router that this needs. */
export interface RouterState {
  state: {
    location: { key: string };
    matches: readonly { route: { path?: string } }[];
  };
}

/** Events whose handlers change something. */
const INTERACTIONS = ['click', 'input', 'change', 'submit', 'keydown', 'pointerdown', 'pointerup'];

type WithoutView<Kind> = Kind extends HealthRecord ? Omit<Kind, 'view' | 'route' | 'at'> : never;

/** `composed` is the document's composition, `running` the releases that this page runs, `released` those without overrides. */
export function startHealth(
  composed: Composition,
  running: Composition,
  released: Composition,
  router: RouterState,
): void {
  const { health } = composed;
  if (!health) return;
  const reporter = createReporter({ composed, running, released, health });
  const record = (happening: WithoutView<HealthRecord>) => {
    const { location, matches } = router.state;
    const route = matches.at(-1)?.route.path ?? '*';
    reporter.report({ ...happening, view: location.key, route, at: performance.now() } as HealthRecord);
  };

  pageShown.subscribe(() => {
    record({ kind: 'shown' });
  });
  onFailure((failure, error) => {
    record({ kind: 'failure', failure, error });
  });
  // While its handlers run, an event has a phase.
  let interaction: Event | undefined;
  for (const type of INTERACTIONS) {
    window.addEventListener(type, (event) => (interaction = event), { capture: true, passive: true });
  }
  window.addEventListener('error', ({ error, filename, lineno, colno }) => {
    // A script that throws while it is evaluated: the loader records that it has no release.
    if (document.currentScript) return;
    const phase = interaction?.eventPhase ? 'event' : 'timer';
    const source = `${filename}:${String(lineno)}:${String(colno)}`;
    record({ kind: 'uncaught', phase, error: error as unknown, source });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    record({ kind: 'uncaught', phase: 'promise', error: reason as unknown });
  });
  frameError.subscribe((slice, phase, error) => {
    record({ kind: 'uncaught', phase, error, slice });
  });
  if (reporter.isSampled) watchTimings(reporter);
}
