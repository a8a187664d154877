/** Where trust starts on this machine: pinned roots, signing keys, and the stores that only it uses. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Metadata, Root } from '@tufjs/models';
import { author } from '../command-line/author';
import type { Environment } from '../environment/environment';
import { parseSigned } from './document';
import { namedSigner, type Signer, signerFrom } from './signer';

export interface TrustOptions {
  home: string;
  /** The file that pins the root of an environment's store, whether or not it exists. */
  rootFile(environment: Pick<Environment, 'root'>): string;
  /** The root in that file. @throws `slice_untrusted` when it is damaged */
  pinnedRoot(environment: Pick<Environment, 'root'>): Metadata<Root> | undefined;
  /** Whether this machine may make keys for a new store at `address`, because no other one uses it. */
  isOwn(address: string): boolean;
  signer(): Signer;
  /** The keys that variables name, which sign instead of this machine's own key. */
  namedSigner(): Signer | undefined;
  /** The owner of keys that are created on this machine. */
  owner(): string;
}

/**
 * Reads `SLIPWAY_TRUST_ROOT` (a file, instead of the environment's `root`), `SLIPWAY_OWN_STORE` and the variables of the
 * signing keys. A store in the home folder is always this machine's own.
 */
export function readTrustOptions(
  env: NodeJS.ProcessEnv,
  { root, home, folder }: { root: string; home: string; folder: string },
): TrustOptions {
  const rootFile = ({ root: file }: Pick<Environment, 'root'>) =>
    env['SLIPWAY_TRUST_ROOT']
      ? resolve(root, env['SLIPWAY_TRUST_ROOT'])
      : join(folder, file ?? 'trust/root.json');
  return {
    home,
    rootFile,
    pinnedRoot(environment) {
      const file = rootFile(environment);
      return existsSync(file) ? parseSigned('root', readFileSync(file), file) : undefined;
    },
    isOwn: (address) => env['SLIPWAY_OWN_STORE'] === '1' || address.startsWith(home + sep),
    signer: () => signerFrom(env, home),
    namedSigner: () => namedSigner(env),
    owner: () => author(env, root),
  };
}
