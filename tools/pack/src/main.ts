/** `npm run pack [folder]`: writes the tarballs to `folder`, by default `dist/packages`. */
import { join, resolve } from 'node:path';
import { pack } from './index';

const [folder] = process.argv.slice(2);
const out = folder ? resolve(folder) : join(import.meta.dirname, '../../../dist/packages');
console.log((await pack(out)).join('\n'));
