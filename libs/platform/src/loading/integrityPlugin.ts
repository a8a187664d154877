/**
 * Adds the composition's hash to what Module Federation loads by other means than script elements, which the fence
 * covers: the federation manifest and containers that are ES modules.
 */
import type { getRemoteEntry, ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { AppError } from '@slipway/contracts';
import { loadModuleEntry } from './moduleEntry';
import type { Trust } from './trust';

type Container = Extract<Awaited<ReturnType<typeof getRemoteEntry>>, object>;

export function integrityPlugin(trust: Trust): () => ModuleFederationRuntimePlugin {
  return () => ({
    name: 'slipway-integrity',

    /** Fetches the federation manifest. The runtime does not check the status: an error page would look like a broken manifest. */
    async fetch(url) {
      const response = await fetch(url, { integrity: trust.integrity(url) });
      if (!response.ok)
        throw new AppError('slice_unreachable', `${url} returned status ${String(response.status)}`);
      return response;
    },

    async loadEntry({ remoteInfo: { name, entry, type } }) {
      if (type !== 'module' && type !== 'esm') return undefined;
      return (await loadModuleEntry(entry, name, trust)) as Container;
    },
  });
}
