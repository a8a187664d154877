/** Adds the composition's integrity hash to everything that Module Federation fetches; by itself it checks nothing. */
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { AppError } from '@slipway/contracts';
import type { Trust } from './trust';

export function integrityPlugin(trust: Trust): () => ModuleFederationRuntimePlugin {
  return () => ({
    name: 'slipway-integrity',

    /** Fetches the federation manifest. The runtime does not check the status: an error page would look like a broken manifest. */
    async fetch(url) {
      const { integrity } = trust.file(url);
      const response = await fetch(url, { integrity });
      if (!response.ok)
        throw new AppError('slice_unreachable', `${url} returned status ${String(response.status)}`);
      return response;
    },

    createScript({ url }) {
      const file = trust.file(url);
      const script = document.createElement('script');
      script.integrity = file.integrity;
      script.crossOrigin = 'anonymous';
      script.async = true;
      script.src = file.url;
      return script;
    },

    createLink({ url, attrs }) {
      const file = trust.file(url);
      const link = document.createElement('link');
      link.rel = String(attrs?.rel ?? 'preload');
      link.as = String(attrs?.as ?? 'script');
      link.integrity = file.integrity;
      link.crossOrigin = 'anonymous';
      link.href = file.url;
      return link;
    },
  });
}
