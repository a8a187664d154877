/** The options and the result of a rotation of a key. */
import type { KeyName } from '../settings/keys';
import type { EncryptionOptions } from '../settings/previousKeys';
import type { Reencrypted } from './reencrypt';

export interface RotateOptions extends EncryptionOptions {
  home: string;
  /** The database of the installation, instead of the embedded one. */
  databaseUrl?: string | undefined;
  name: KeyName;
  /** Seconds that the earlier key works after the next start. */
  overlap?: number | undefined;
  isDryRun?: boolean;
  progress?: (line: string) => void;
  /** Rows per transaction. */
  batch?: number;
}

export interface Rotation {
  name: KeyName;
  /** The id of the new key; undefined for a dry run that would generate it. */
  id: string | undefined;
  previousId: string | undefined;
  overlap?: number;
  /** For the encryption key only: the rows that were encrypted again. */
  rows?: Reencrypted;
  /** Whether an earlier rotation was finished instead of a new one begun. */
  isContinued?: boolean;
}
