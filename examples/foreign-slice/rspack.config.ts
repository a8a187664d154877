/** The configuration from `@slipway/build`, with a rule of this team for text files. */
import { sliceConfig } from '@slipway/build';
import { manifest } from './slice.manifest';

const config = sliceConfig(manifest, import.meta.dirname);

export default {
  ...config,
  module: { rules: [...(config.module?.rules ?? []), { test: /\.txt$/, type: 'asset/source' }] },
};
