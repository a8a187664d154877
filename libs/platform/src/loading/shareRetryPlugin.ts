/**
 * Lets a shared package be fetched again after a failure. Module Federation would remember the failed request forever.
 * Where the copy that could not be fetched is another slice's, this slice loads its own.
 */
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** Copies that could not be fetched. */
const failed = new WeakSet<object>();

export const shareRetryPlugin = (): ModuleFederationRuntimePlugin => ({
  name: 'slipway-share-retry',

  errorLoadShare({ pkgName, origin }) {
    for (const scope of Object.values(origin.shareScopeMap)) {
      for (const share of Object.values(scope[pkgName] ?? {})) {
        if (share.lib) continue;
        if (share.loading) failed.add(share);
        share.loading = null;
      }
    }
  },

  resolveShare(args) {
    const { resolver, shareInfo } = args;
    return {
      ...args,
      resolver() {
        const found = resolver();
        const { shared } = found ?? {};
        // Packages of the shell have no other copy. Without a result, the slice loads its own.
        const isOther = shared && !shared.shareConfig.singleton && shared.get !== shareInfo.get;
        return isOther && !shared.lib && failed.has(shared) ? undefined : found;
      },
    };
  },
});
