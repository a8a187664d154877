/**
 * The first code of a page in development, in the shell's bundle before React: offers every bundle the one Fast Refresh
 * runtime, listens to the development server, and shows what does not build.
 * Source: `/_dev/events`, server-sent events, each a `DevelopmentState`.
 */
import * as refresh from 'react-refresh/runtime';
import { showProblems } from './buildErrors';
import './buildErrors.css';
import type {} from './developmentPage';
import type { DevelopmentState } from './state';

const hashes = new Map<string, string>();
const listeners = new Map<string, (hash: string) => void>();
let document_: string | undefined;

window.slipwayDevelopment = {
  refresh,
  onBuild(app, listener) {
    listeners.set(app, listener);
    const hash = hashes.get(app);
    if (hash) listener(hash);
  },
};

function take(state: DevelopmentState): void {
  document_ ??= state.document;
  if (document_ !== state.document) {
    window.location.reload();
    return;
  }
  showProblems(
    Object.entries(state.apps).flatMap(([app, { problem }]) => (problem === null ? [] : [{ app, problem }])),
  );
  for (const [app, { hash }] of Object.entries(state.apps)) {
    if (hash === null || hash === hashes.get(app)) continue;
    hashes.set(app, hash);
    listeners.get(app)?.(hash);
  }
}

let events: EventSource | undefined;

/** A page out of sight lets go: a browser has six connections to a server for all of its tabs. */
function follow(): void {
  events?.close();
  if (window.document.visibilityState === 'hidden') return;
  events = new EventSource('/_dev/events');
  events.onmessage = ({ data }: MessageEvent<string>) => {
    take(JSON.parse(data) as DevelopmentState);
  };
}

window.document.addEventListener('visibilitychange', follow);
follow();
