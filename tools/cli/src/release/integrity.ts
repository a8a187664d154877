/** The hash of a file, as the `integrity` attribute of HTML takes it. */
import { createHash } from 'node:crypto';

export const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
