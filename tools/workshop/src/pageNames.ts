/** The pages of the workshop: one per file in `pages/`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const pageNames: readonly string[] = readdirSync(join(import.meta.dirname, 'pages')).map((file) =>
  file.replace('.tsx', ''),
);
