/** Build configurations: the `rspack.config.ts` of a slice is `sliceConfig(manifest, import.meta.dirname)`. */
export { classicScript } from './classicScript';
export { shellConfig, sliceConfig } from './config';
