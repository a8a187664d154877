/**
 * The property of `window` with the part of the federation runtime that all containers share. In its own file, so that a
 * page loads no schema for it.
 */
export const CONTAINER_RUNTIME = 'slipwayContainerRuntime';
