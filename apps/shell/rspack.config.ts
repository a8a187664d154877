import { shellConfig } from '@slipway/build';
import { themeScript } from '@slipway/design-system/theme-script';
import { preloadScript } from '@slipway/platform/preload-script';
import { manifest } from './shell.manifest';

export default shellConfig(manifest, import.meta.dirname, `${themeScript};${preloadScript}`);
