/** Writes `docs/access-matrix.md` from the expectations that the tests hold: `npm run access -w @slipway/database`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lines } from './expectations';
import { matrixText } from './matrixText';

export const matrixFile = join(import.meta.dirname, '../../docs/access-matrix.md');

export const matrixPage = (): string => `# Who may do what

Each cell is an attempt over HTTP with supabase-js, in \`supabase/access/matrix.test.ts\`, on PGlite and on PostgreSQL, which must agree. The tables come from the database's catalogue: one that is not here fails the test. **yes**: the row is seen, made, changed or gone. **nothing**: accepted, and no row was there to see or to change. A number: the HTTP status of the refusal. "Insert" is always in the owner's name: from another person it is a forgery. Written by \`npm run access -w @slipway/database\`.

${matrixText(lines)}
`;

if (process.argv[1] === import.meta.filename) writeFileSync(matrixFile, matrixPage());
