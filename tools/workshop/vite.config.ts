/** The workshop's dev server, and its build for the tests, which use the app's response headers. */
import { securityHeaders } from '@slipway/cli';
import { defineConfig } from 'vite';

const port = Number(process.env.PORT ?? 4280);

export default defineConfig({
  server: { port, host: '127.0.0.1' },
  preview: {
    port,
    host: '127.0.0.1',
    strictPort: true,
    headers: securityHeaders({ backend: '/', isSecure: false, allowOverrides: false, isDevelopment: true }),
  },
  build: { target: 'es2022', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
});
