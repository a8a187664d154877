/** The hash of a file, as the `integrity` attribute of HTML takes it. */
import { hash } from 'node:crypto';

export const integrityOf = (bytes: Uint8Array): string => `sha384-${hash('sha384', bytes, 'base64')}`;
