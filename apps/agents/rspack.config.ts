import { sliceConfig } from '@slipway/build';
import { manifest } from './slice.manifest';

export default sliceConfig(manifest, import.meta.dirname);
