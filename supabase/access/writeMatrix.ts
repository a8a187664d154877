/** Writes `docs/access-matrix.md` from the tested expectations: `npm run access -w @slipway/database`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lines } from './expectations';
import { matrixText } from './matrixText';

export const matrixFile = join(import.meta.dirname, '../../docs/access-matrix.md');

export const matrixPage = (): string => `# Access matrix

Each cell is an attempt over HTTP with supabase-js, made by \`supabase/access/matrix.test.ts\` on PGlite and on PostgreSQL, which must have the same outcome. Tables are read from the database: a table that is missing here fails the test. **yes**: the row is read, inserted, updated or deleted. **nothing**: accepted, but there was no row to read or change. A number: the HTTP status of the rejection. An insert is always in the name of the owner, so by another user it is a forgery. Written by \`npm run access -w @slipway/database\`.

${matrixText(lines)}
`;

if (process.argv[1] === import.meta.filename) writeFileSync(matrixFile, matrixPage());
