/**
 * Stands in for `react-refresh/runtime` in a slice: the page's one runtime, the shell's. With one of its own a slice
 * would say that it is up to date and change nothing, since React DOM reports to the shell's alone.
 */
const { refresh } = window.slipwayDevelopment;

/** Modules of two slices may have the same id. */
export const register = (type: unknown, id: string): void => {
  refresh.register(type, `${SLIPWAY_APP} ${id}`);
};

/** The shell has done it, before React DOM ran. */
export const injectIntoGlobalHook = (): void => undefined;

export const {
  createSignatureFunctionForTransform,
  getFamilyByType,
  isLikelyComponentType,
  performReactRefresh,
} = refresh;
