/** Build configurations: the `rspack.config.ts` of a slice is `sliceConfig(manifest, import.meta.dirname)`. */
export { shellConfig, sliceConfig } from './config';
