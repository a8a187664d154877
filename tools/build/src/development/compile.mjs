/** Entry of the process that `compiler.ts` starts. Its arguments are the folders of the apps to compile. */
import { register } from 'tsx/esm/api';

register();
const { compile } = await import('./compile.ts');
await compile(process.argv.slice(2));
