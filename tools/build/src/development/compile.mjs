/** The process of `compiler.ts`: compiles the apps in the folders it is given, and each again when a file of it changes. */
import { register } from 'tsx/esm/api';

register();
const { compile } = await import('./compile.ts');
await compile(process.argv.slice(2));
