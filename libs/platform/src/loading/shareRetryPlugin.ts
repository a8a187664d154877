/** A shared package that could not be fetched is fetched anew when it is wanted again; the runtime remembers the failure. */
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

export const shareRetryPlugin = (): ModuleFederationRuntimePlugin => ({
  name: 'slipway-share-retry',

  errorLoadShare({ pkgName, origin }) {
    for (const scope of Object.values(origin.shareScopeMap)) {
      for (const share of Object.values(scope[pkgName] ?? {})) {
        if (!share.lib) share.loading = null;
      }
    }
  },
});
