/**
 * The state of a store that this machine has verified, in its home folder: the newest root, and the newest version of
 * everything else. A store with older versions was rolled back.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Metadata, Root } from '@tufjs/models';
import * as v from 'valibot';
import { policySchema } from '../environment/policy';
import { fileError } from '../store/folderError';
import { parseSigned, serialize, untrusted } from './document';
import { sha256 } from './keys';

const environment = v.object({
  revision: v.number(),
  createdAt: v.string(),
  timestamp: v.number(),
  /** The hash of the revision's statement. */
  statement: v.optional(v.string()),
  /** The policy that the next revision has to meet. */
  policy: v.optional(policySchema),
});

const seenSchema = v.object({ targets: v.number(), environments: v.record(v.string(), environment) });

type Seen = v.InferOutput<typeof seenSchema>;
export type SeenRevision = v.InferOutput<typeof environment>;

export interface Pins {
  /** For messages. */
  folder: string;
  root(): Metadata<Root> | undefined;
  /** Remembers a verified root and the version of the targets. @throws `slice_untrusted` when either is older than before */
  sawChain(root: Metadata<Root>, targets: number): void;
  seen(environment: string): SeenRevision | undefined;
  saw(environment: string, revision: SeenRevision): void;
}

const read = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};

/**
 * Atomic: a process that reads sees the old file or the new one. `once` keeps a file that another process wrote first.
 * @throws `forbidden`, `unavailable` with the name of the file
 */
export function writePrivate(
  path: string,
  bytes: Uint8Array | string,
  mode: 'replace' | 'once' = 'replace',
): void {
  const temporary = `${path}.${randomUUID()}`;
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(temporary, bytes, { mode: 0o600 });
      if (mode === 'replace') renameSync(temporary, path);
      else linkOnce(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (error) {
    throw fileError(error, path);
  }
}

function linkOnce(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** The pins of the store at `address`. */
export function openPins(home: string, address: string): Pins {
  const folder = join(home, 'trust', 'stores', sha256(address).slice(0, 16));
  const rootFile = join(folder, 'root.json');
  const seenFile = join(folder, 'seen.json');
  const seen = (): Seen => {
    try {
      const parsed = v.safeParse(seenSchema, JSON.parse(read(seenFile)?.toString() ?? ''));
      if (parsed.success) return parsed.output;
    } catch {
      // No file yet.
    }
    return { targets: 0, environments: {} };
  };
  const root = () => {
    const bytes = read(rootFile);
    return bytes && parseSigned('root', bytes, rootFile);
  };
  const rejectOlder = (what: string, found: number, before: number) => {
    if (found >= before) return;
    throw untrusted(
      `The store shows ${what} ${String(found)}, and this machine has verified ${String(before)}: the store was rolled back. Restore the newer files (or, after a restore from a backup that you made, remove ${folder})`,
    );
  };
  return {
    folder,
    root,
    sawChain(found, targets) {
      const before = seen();
      const known = root()?.signed.version ?? 0;
      rejectOlder('root', found.signed.version, known);
      rejectOlder('targets', targets, before.targets);
      if (found.signed.version > known) writePrivate(rootFile, serialize(found));
      if (targets > before.targets) writePrivate(seenFile, JSON.stringify({ ...before, targets }));
    },
    seen: (name) => seen().environments[name],
    saw(name, revision) {
      const before = seen();
      const known = before.environments[name];
      const isKnown = known?.revision === revision.revision && known.statement === revision.statement;
      if (isKnown && known.timestamp >= revision.timestamp) return;
      const environments = { ...before.environments, [name]: revision };
      writePrivate(seenFile, JSON.stringify({ ...before, environments }));
    },
  };
}
