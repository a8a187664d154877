/**
 * Adds the composition's hash to what Module Federation loads by other means than script elements, which the fence
 * covers: the federation manifest and containers that are ES modules. Reports each step of the load.
 */
import type { getRemoteEntry, ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { AppError } from '@slipway/contracts';
import type { LoadSteps } from './loadSteps';
import { loadModuleEntry } from './moduleEntry';
import type { Trust } from './trust';

type Container = Extract<Awaited<ReturnType<typeof getRemoteEntry>>, object>;

export function integrityPlugin(trust: Trust, steps: LoadSteps): () => ModuleFederationRuntimePlugin {
  return () => ({
    name: 'slipway-integrity',

    /** Fetches the federation manifest. The runtime does not check the status: an error page would look like a broken manifest. */
    async fetch(url) {
      const signal = AbortSignal.timeout(steps.limits.manifest);
      const response = await fetch(url, { integrity: trust.integrity(url), signal });
      if (!response.ok)
        throw new AppError('slice_unreachable', `${url} returned status ${String(response.status)}`);
      return response;
    },

    async loadEntry({ remoteInfo: { name, entry, type } }) {
      steps.reach(name, 'entry');
      if (type !== 'module' && type !== 'esm') return undefined;
      return (await loadModuleEntry(entry, name, trust)) as Container;
    },

    beforeInitRemote(args) {
      steps.reach(args.remoteInfo.name, 'module');
      return args;
    },
  });
}
