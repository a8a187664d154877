/** `npm run pack [folder]`: writes the tarballs to `folder`, by default `dist/packages`. */
import { join, resolve } from 'node:path';
import { countCommits } from './commits';
import { pack } from './index';
import { published } from './published';

const [folder] = process.argv.slice(2);
const root = join(import.meta.dirname, '../../..');
const out = folder ? resolve(folder) : join(root, 'dist/packages');
console.log((await pack(out, published, countCommits(root))).join('\n'));
