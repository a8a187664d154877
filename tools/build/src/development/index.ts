/** For `slipway dev`: apps compiled from source, and what their pages are told. */
export { type Compiled, startCompiler } from './compiler';
export type { DevelopmentState } from './state';
