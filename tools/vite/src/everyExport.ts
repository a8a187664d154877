import type { Plugin } from 'vite';

type Analysis = (this: unknown, code: string, id: string) => Promise<void>;

/**
 * Gives the slice all exports of `shared` packages. The federation plugin leaves out what no module has imported when it
 * believes to have seen all modules: 10 ms after the last one, which on a busy machine is too early, and the build fails.
 */
export function everyExport(federation: readonly Plugin[], shared: readonly string[]): Plugin {
  const analysis = federation.find(({ name }) => name === 'proxyPreBuildShared')?.transform;
  if (typeof analysis !== 'function')
    throw new Error('@module-federation/vite has another plugin for its shares');
  const code = shared.map((name, at) => `import * as all${String(at)} from '${name}';`).join('\n');
  return {
    name: 'slipway-every-export',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      await (analysis as Analysis).call(this, code, 'every-export.js');
    },
  };
}
