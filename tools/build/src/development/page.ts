/**
 * The first code of a development page, in the shell's bundle before React: provides the Fast Refresh runtime to every
 * bundle, listens to the development server, and shows errors of builds and of running code.
 * Source: `/_dev/events`, server-sent events, each a `DevelopmentState`.
 */
import * as refresh from 'react-refresh/runtime';
import { showBuildErrors } from './buildErrors';
import './buildErrors.css';
import { showRuntimeError } from './runtimeErrors';
import type {} from './developmentPage';
import type { DevelopmentState } from './state';

const hashes = new Map<string, string>();
const listeners = new Map<string, (hash: string) => void>();
let loadedDocument: string | undefined;

window.slipwayDevelopment = {
  refresh,
  onBuild(app, listener) {
    listeners.set(app, listener);
    const hash = hashes.get(app);
    if (hash) listener(hash);
  },
  onCaught(error, componentStack) {
    void showRuntimeError(error, componentStack);
  },
};

window.addEventListener('error', ({ error }) => void showRuntimeError(error));
window.addEventListener('unhandledrejection', ({ reason }) => void showRuntimeError(reason));

function apply(state: DevelopmentState): void {
  loadedDocument ??= state.document;
  if (loadedDocument !== state.document) {
    window.location.reload();
    return;
  }
  showBuildErrors(
    Object.entries(state.apps).flatMap(([app, { error }]) => (error === null ? [] : [{ app, error }])),
  );
  for (const [app, { hash }] of Object.entries(state.apps)) {
    if (hash === null || hash === hashes.get(app)) continue;
    hashes.set(app, hash);
    listeners.get(app)?.(hash);
  }
}

let events: EventSource | undefined;

/** Hidden pages disconnect: a browser shares six connections to a server among all tabs. */
function connect(): void {
  events?.close();
  if (window.document.visibilityState === 'hidden') return;
  events = new EventSource('/_dev/events');
  events.onmessage = ({ data }: MessageEvent<string>) => {
    apply(JSON.parse(data) as DevelopmentState);
  };
}

window.document.addEventListener('visibilitychange', connect);
connect();
