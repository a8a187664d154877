/** The hashes of files: in their names, and in descriptions of builds. */
import { hash } from 'node:crypto';

/** 16 hexadecimal digits, for the name of a file that never changes. */
export const contentHash = (content: string | Uint8Array): string =>
  hash('sha256', content, 'hex').slice(0, 16);

/** The hash of a file, in the format of HTML's `integrity` attribute. */
export const integrityOf = (content: string | Uint8Array): string =>
  `sha384-${hash('sha384', content, 'base64')}`;
