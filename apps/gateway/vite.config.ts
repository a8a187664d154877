/** With all packages but one in its files, for the container. sharp opens a native library: the Containerfile copies it. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: { ssr: 'src/main.ts', target: 'node20', outDir: 'dist' },
  ssr: { noExternal: true, external: ['sharp'] },
});
