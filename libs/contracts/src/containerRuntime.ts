/** The property of `window` with the part of the federation runtime that all containers share. Apart from the schemas, which no page needs for it. */
export const CONTAINER_RUNTIME = 'slipwayContainerRuntime';
