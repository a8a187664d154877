/** Writes the font: `npm run font -w @slipway/design-system`, after an update of Inter. */
import { writeFileSync } from 'node:fs';
import { fontFile, subset } from './subsetFont';

writeFileSync(fontFile, await subset());
