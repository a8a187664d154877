/** `npm run pack`: writes the tarballs to `dist/packages`, or to the folder that is named. */
import { join, resolve } from 'node:path';
import { pack } from './index';

const [named] = process.argv.slice(2);
const out = named ? resolve(named) : join(import.meta.dirname, '../../../dist/packages');
console.log((await pack(out)).join('\n'));
