/** The interface between the shell of a development page and the bundles on it. */
import type * as refreshRuntime from 'react-refresh/runtime';

/** The shell provides this to every bundle that is built from source. */
export interface DevelopmentPage {
  /** The only Fast Refresh runtime on the page, which React DOM reports to. */
  refresh: typeof refreshRuntime;
  /** Calls `listener` with the hash of the app's newest successful build, now and after each later one. */
  onBuild(app: string, listener: (hash: string) => void): void;
  /** Shows an error that an error boundary caught, with React's component stack. `@slipway/platform` calls it. */
  onCaught(error: unknown, componentStack: string): void;
}

declare global {
  interface Window {
    slipwayDevelopment: DevelopmentPage;
  }
}
