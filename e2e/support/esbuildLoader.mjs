/** A webpack loader for TypeScript and JSX. */
import { transformSync } from 'esbuild';

// eslint-disable-next-line no-restricted-syntax -- webpack takes the default export of a loader
export default (source) =>
  transformSync(source, { loader: 'tsx', jsx: 'automatic', target: 'es2022', format: 'esm' }).code;
