/**
 * Replaces `react-refresh/runtime` in a slice with the shell's runtime. With its own, a slice would report updates and
 * change nothing, because React DOM reports only to the shell's.
 */
const { refresh } = window.slipwayDevelopment;

/** Modules of two slices may have the same id. */
export const register = (type: unknown, id: string): void => {
  refresh.register(type, `${SLIPWAY_APP} ${id}`);
};

/** The shell has already done this, before React DOM ran. */
export const injectIntoGlobalHook = (): void => undefined;

export const {
  createSignatureFunctionForTransform,
  getFamilyByType,
  isLikelyComponentType,
  performReactRefresh,
} = refresh;
