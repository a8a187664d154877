/** `npm run restore <file> [--force]`: see `tools/local/src/restore.ts`. */
import { join } from 'node:path';
import { installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();

const { importCompiled } = await import('@slipway/server/compiled');
await importCompiled(join(import.meta.dirname, '../../local/src/restore.ts'));
