/**
 * What happens when a shared package cannot be fetched. Module Federation would remember the failed request forever, and a
 * slice would fail because of a copy that another slice brings.
 */
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

  /** Packages of the shell are singletons, of which there is no other copy. */
  resolveShare(args) {
    const { resolver, shareInfo: own } = args;
    return {
      ...args,
      resolver() {
        const found = resolver();
        const { shared } = found ?? {};
        if (!found || !shared || shared.lib || shared.shareConfig.singleton || shared.get === own.get)
          return found;
        const orOwn = <Factory>(load: Promise<Factory>) => load.catch(() => own.get() as Factory);
        const loading = shared.loading && orOwn(shared.loading);
        const get = () => orOwn(Promise.resolve(shared.get()));
        return { ...found, shared: { ...shared, get, loading } };
      },
    };
  },
});
