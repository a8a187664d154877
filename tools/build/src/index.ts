/** The one place that knows Rspack: a slice's whole build configuration is `sliceConfig(manifest, import.meta.dirname)`. */
export { shellConfig, sliceConfig } from './config';
