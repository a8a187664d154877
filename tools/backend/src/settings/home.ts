/** The folder of the keys and the embedded data. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { AppError } from '@slipway/contracts';

/** Creates the folder with mode 700. @throws `unavailable` */
export function createHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.W_OK);
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The folder ${home} is not writable. Fix its permissions, or set SLIPWAY_HOME to another folder`,
      { cause },
    );
  }
}
