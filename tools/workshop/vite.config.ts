/** The workshop by itself: served while one works on components; built, and then under the app's own headers, in tests. */
import { securityHeaders } from '@slipway/cli';
import { defineConfig } from 'vite';

const port = Number(process.env.PORT ?? 4280);

export default defineConfig({
  server: { port, host: '127.0.0.1' },
  preview: {
    port,
    host: '127.0.0.1',
    strictPort: true,
    headers: securityHeaders({ backend: '/', isSecure: false, allowOverrides: false }),
  },
  build: { target: 'es2022', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
});
