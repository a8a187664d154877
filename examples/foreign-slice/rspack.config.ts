/** The build: what the contract asks for comes from `@slipway/build`, the rule for plain text is this team's own. */
import { sliceConfig } from '@slipway/build';
import { manifest } from './slice.manifest';

const config = sliceConfig(manifest, import.meta.dirname);

export default {
  ...config,
  module: { rules: [...(config.module?.rules ?? []), { test: /\.txt$/, type: 'asset/source' }] },
};
