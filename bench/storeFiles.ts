/**
 * The files of a folder store, found by another process: `bench/scaleStore.ts` compares tens of thousands of them around each
 * deploy, and collecting that garbage would count as processor time of the deploy.
 */
import { fork } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface WrittenFile {
  path: string;
  bytes: number;
}

export interface StoreFiles {
  /** The files that were written since the last call; every one at the first call. */
  written(): Promise<WrittenFile[]>;
  /** Bytes of all files. */
  bytes(): Promise<number>;
  end(): void;
}

/** Every file below a folder, by its inode: a second link to the same bytes costs nothing. */
function filesBelow(folder: string): Map<number, WrittenFile> {
  const files = new Map<number, WrittenFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile()) files.set(stat.ino, { path, bytes: stat.size });
  }
  return files;
}

interface Question {
  folder: string;
  what: keyof Omit<StoreFiles, 'end'>;
}

if (process.argv[1] === import.meta.filename) {
  let before: ReadonlyMap<number, WrittenFile> = new Map();
  process.on('message', ({ folder, what }: Question) => {
    const now = filesBelow(folder);
    if (what === 'bytes') {
      process.send?.([...now.values()].reduce((sum, { bytes }) => sum + bytes, 0));
      return;
    }
    const written = [...now].filter(([inode, { bytes }]) => before.get(inode)?.bytes !== bytes);
    before = now;
    process.send?.(written.map(([, file]) => file));
  });
}

/** One call at a time. */
export function storeFiles(folder: string): StoreFiles {
  const other = fork(import.meta.filename);
  const ask = <Answer>(what: Question['what']) =>
    new Promise<Answer>((resolve, reject) => {
      const rejectEnd = () => {
        reject(new Error('The process that finds the files of the store has ended'));
      };
      other.once('exit', rejectEnd);
      other.once('message', (answer) => {
        other.off('exit', rejectEnd);
        resolve(answer as Answer);
      });
      other.send({ folder, what } satisfies Question);
    });
  return {
    written: () => ask('written'),
    bytes: () => ask('bytes'),
    end: () => {
      other.disconnect();
    },
  };
}
