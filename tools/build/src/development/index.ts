/** For `slipway dev`: compiles apps from source, and describes builds to their pages. */
export { type CompilerEvent, startCompiler } from './compiler';
export type { DevelopmentState } from './state';
