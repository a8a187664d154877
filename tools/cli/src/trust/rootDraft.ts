/**
 * A new root on its way between machines: each holder of a root key signs the same file, and no machine has two private keys.
 * The file needs no protection: a signature covers all of it, and the store's root says whose count.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Metadata, type Root } from '@tufjs/models';
import { AppError } from '@slipway/contracts';
import { fileError } from '../store/folderError';
import { topRole, type TopRole } from './chain';
import { parseSigned, serialize, signDocument, signedBytes } from './document';
import { shortKey } from './keys';
import type { Signer } from './signer';

/** @throws `not_found` without the folder, `forbidden`, `unavailable` */
export function writeDraft(path: string, root: Metadata<Root>): void {
  try {
    writeFileSync(path, `${serialize(root).toString()}\n`);
  } catch (cause) {
    if (existsSync(dirname(path))) throw fileError(cause, path);
    throw new AppError('not_found', `${path} cannot be written: its folder does not exist`, { cause });
  }
}

/** @throws `not_found`, `slice_untrusted` when it is no root */
export function readDraft(path: string): Metadata<Root> {
  try {
    return parseSigned('root', readFileSync(path), path);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new AppError(
      'not_found',
      `${path} cannot be read: make it with a command that changes keys, such as slipway trust add … --draft ${path}`,
      { cause },
    );
  }
}

/** The draft with the signatures of this machine's keys. @throws `forbidden` without a key */
export async function signDraft(draft: Metadata<Root>, signer: Signer): Promise<Metadata<Root>> {
  if (signer.keyIds.length === 0)
    throw new AppError('forbidden', 'No key here: set SLIPWAY_SIGNING_KEY_FILE to the file of a root key');
  const own = await signDocument(draft.signed, signer, signer.keyIds);
  return new Metadata(draft.signed, { ...draft.signatures, ...own.signatures });
}

/** One draft with the signatures of all copies. @throws `invalid_input` when one of them is another root */
export function mergeDrafts(drafts: readonly { path: string; root: Metadata<Root> }[]): Metadata<Root> {
  const [first, ...others] = drafts;
  if (!first) throw new AppError('invalid_input', 'Name the signed copies of the draft');
  const bytes = signedBytes(first.root.signed);
  const signatures = { ...first.root.signatures };
  for (const { path, root } of others) {
    if (!signedBytes(root.signed).equals(bytes))
      throw new AppError(
        'invalid_input',
        `${path} and ${first.path} are different roots: sign copies of the same file`,
      );
    Object.assign(signatures, root.signatures);
  }
  return new Metadata(first.root.signed, signatures);
}

const roles: readonly TopRole[] = ['root', 'targets', 'timestamp'];

/** The content of a draft, for holders of root keys to read before they sign it. */
export const draftLines = (draft: Metadata<Root>): string[] => [
  `Root ${String(draft.signed.version)}, until ${draft.signed.expires}`,
  ...roles.map((name) => {
    const { keyIds, threshold } = topRole(draft, name);
    return `  ${name}: ${String(threshold)} of ${keyIds.map(shortKey).join(', ')}`;
  }),
  `  signed by ${Object.keys(draft.signatures).map(shortKey).join(', ') || 'no key yet'}`,
];
