/** With all packages in its files, for the container: it needs Node and nothing else. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: { ssr: 'src/main.ts', target: 'node20', outDir: 'dist' },
  ssr: { noExternal: true },
});
