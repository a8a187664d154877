/**
 * The part of the federation runtime that every container would otherwise contain. A slice's build leaves it out, so a
 * container reads it from the page. The rest, `runtime-core`, comes from the shell by Module Federation's own option.
 */
import { createInstance, getInstance } from '@module-federation/enhanced/runtime';
import federation from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { CONTAINER_RUNTIME } from '@slipway/contracts';

/** As the runtime's `init`, which would also give the instance of the container to the loader of the shell. */
function init(options: Parameters<typeof createInstance>[0]): ReturnType<typeof createInstance> {
  const instance = getInstance((each) => each.options.name === options.name);
  if (!instance) return createInstance(options);
  instance.initOptions(options);
  return instance;
}

/** A container writes to the objects that are new here. */
const containerRuntime = () => ({
  ...federation,
  runtime: { ...federation.runtime, init },
  // The shell's build leaves the function out, because the shell exposes nothing.
  bundlerRuntime: { ...federation.bundlerRuntime, initContainerEntry, S: {} },
  initOptions: undefined,
  bundlerRuntimeOptions: {},
});

/** Call it before the first slice is loaded. */
export function provideContainerRuntime(): void {
  Object.defineProperty(window, CONTAINER_RUNTIME, { get: containerRuntime, configurable: true });
}
