/** The page of the console, which `slipway console` serves. Its dev server is not used: the page needs that command's routes. */
import { themeScript } from '@slipway/design-system/theme-script';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    {
      name: 'theme',
      apply: 'build',
      // A separate file: the policy allows no inline script.
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'theme.js', source: themeScript });
      },
    },
  ],
  build: { target: 'es2022', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
});
