import { createRequire } from 'node:module';
import { join } from 'node:path';
import { classicScript, shellConfig } from '@slipway/build';
import { themeScript } from '@slipway/design-system/theme-script';
import { manifest } from './shell.manifest';

const { resolve } = createRequire(import.meta.url);
const beforePaint = [
  themeScript,
  classicScript(resolve('@slipway/platform/preload-script')),
  classicScript(join(import.meta.dirname, 'src/prerenderedScript.ts')),
  classicScript(join(import.meta.dirname, 'src/startScript.ts')),
];

export default shellConfig(manifest, import.meta.dirname, {
  beforePaint: beforePaint.join(';'),
  prerender: {
    module: join(import.meta.dirname, 'src/prerender.tsx'),
    styles: join(import.meta.dirname, 'src/prerendered.css'),
  },
  images: join(import.meta.dirname, 'images'),
  chooser: classicScript(resolve('@slipway/platform/chooser-script')),
  worker: classicScript(resolve('@slipway/platform/service-worker')),
});
