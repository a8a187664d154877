/** `slipway trust key`: makes a signing key in a file that only its user can read, and prints the public part. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { newPrivateKey, readPrivateKey, shortKey } from '../trust/keys';
import { writePrivate } from '../trust/pins';
import { keysFolder } from '../trust/signer';

export default slipwayCommand({
  meta: { name: 'slipway trust key', description: 'Make a signing key' },
  args: {
    out: {
      type: 'string',
      valueHint: 'file',
      description:
        'Where to write the private key; by default the key folder of SLIPWAY_HOME, which commands use',
    },
  },
  examples: ['slipway trust key', 'slipway trust key --out /media/usb/root-1.pem'],
  run({ out }, terminal) {
    const pem = newPrivateKey();
    const { key } = readPrivateKey(pem, 'the new key');
    const { root, home } = terminal.workspace();
    const file = out === undefined ? join(keysFolder(home), `${shortKey(key.keyID)}.pem`) : resolve(out);
    const folder = dirname(file);
    // Outside of the workspace it may be on a medium that is not mounted: the key would be on this machine's disk.
    if (out !== undefined && !file.startsWith(root + sep) && !existsSync(folder))
      throw new AppError('not_found', `${folder} does not exist: make it, or pass another --out`);
    if (existsSync(file)) throw new AppError('conflict', `${file} exists: pass another --out`);
    writePrivate(file, pem, 'once');
    const publicKey = key.keyVal['public'] ?? '';
    return Promise.resolve({
      text: [
        `Key ${shortKey(key.keyID)} is in ${file}: keep it secret`,
        `Public key, for slipway trust add: ${publicKey}`,
      ].join('\n'),
      data: { keyId: key.keyID, publicKey, file },
    });
  },
});
