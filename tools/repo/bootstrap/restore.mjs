/** `npm run restore <file> [--force]`: see `tools/local/src/restore.ts`. */
import { join } from 'node:path';

const { importCompiled } = await import('@slipway/server/compiled');
await importCompiled(join(import.meta.dirname, '../../local/src/restore.ts'));
