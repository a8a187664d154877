import type { Plugin } from 'vite';

type Bundle = Parameters<Extract<NonNullable<Plugin['writeBundle']>, (...all: never) => unknown>>[1];

/**
 * Hooks that call `write` when a build is over and has written its files, which `read` gets before. Vite also closes a build
 * that failed: without its files, `write` would throw an error that hides the first one.
 */
export function onceWritten(
  write: () => void,
  read: (bundle: Bundle) => void = () => undefined,
): Pick<Plugin, 'buildStart' | 'writeBundle' | 'closeBundle'> {
  let isWritten = false;
  return {
    buildStart() {
      isWritten = false;
    },
    writeBundle(_options, bundle) {
      isWritten = true;
      read(bundle);
    },
    closeBundle: {
      order: 'post',
      handler() {
        if (isWritten) write();
      },
    },
  };
}
