import { join } from 'node:path';
import { classicScript, shellConfig } from '@slipway/build';
import { themeScript } from '@slipway/design-system/theme-script';
import { preloadScript } from '@slipway/platform/preload-script';
import { manifest } from './shell.manifest';

const startScript = classicScript(join(import.meta.dirname, 'src/startScript.ts'));

export default shellConfig(manifest, import.meta.dirname, `${themeScript};${preloadScript};${startScript}`);
