/** The hash of a file, in the format of HTML's `integrity` attribute. */
import { hash } from 'node:crypto';

export const integrityOf = (bytes: Uint8Array): string => `sha384-${hash('sha384', bytes, 'base64')}`;
