/** Lets a shared package be fetched again after a failure. Module Federation would remember the failed request forever. */
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
