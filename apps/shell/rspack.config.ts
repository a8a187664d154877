import { shellConfig } from '@slipway/build';
import { themeScript } from '@slipway/design-system/theme-script';
import { manifest } from './shell.manifest';

export default shellConfig(manifest, import.meta.dirname, themeScript);
