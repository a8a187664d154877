/** The list of an archive's content, with a checksum for each file. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { AppError } from '@slipway/contracts';

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

export interface DumpedTable {
  /** With its schema, such as `public.agents`. */
  name: string;
  rows: number;
}

export interface Manifest {
  format: typeof FORMAT;
  /** ISO-8601 UTC. */
  createdAt: string;
  engine: 'PGlite' | 'PostgreSQL';
  /** Versions of the applied migrations, oldest first. */
  migrations: string[];
  tables: DumpedTable[];
  /** Last values by name, with the schema. */
  sequences: Record<string, number>;
  /** SHA-256 in hex, by path. */
  files: Record<string, string>;
}

const isManifest = (value: unknown): value is Manifest => {
  const { format, migrations, tables, sequences, files } = (value ?? {}) as Partial<Manifest>;
  return (
    format === FORMAT &&
    Array.isArray(migrations) &&
    Array.isArray(tables) &&
    typeof sequences === 'object' &&
    typeof files === 'object'
  );
};

export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** The files in a folder and its subfolders, as paths with slashes, in alphabetical order. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative(folder, join(folder, path)).split(sep).join('/'))
    .sort();

/** The manifest of an extracted archive, once every file has its checksum. @throws `invalid_input` */
export async function readManifest(folder: string): Promise<Manifest> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  } catch (cause) {
    throw new AppError('invalid_input', 'This is not a backup: it has no readable manifest', { cause });
  }
  if (!isManifest(manifest)) {
    throw new AppError('invalid_input', `This backup has another format than ${String(FORMAT)}`);
  }
  const found = filesIn(folder).filter((path) => path !== MANIFEST);
  const expected = Object.keys(manifest.files).sort();
  const [odd] = [
    ...expected.filter((path) => !found.includes(path)),
    ...found.filter((path) => !expected.includes(path)),
  ];
  if (odd !== undefined) {
    throw new AppError('invalid_input', `The backup is incomplete or was changed: ${odd}`);
  }
  for (const path of found) {
    if ((await checksumOf(join(folder, path))) !== manifest.files[path]) {
      throw new AppError('invalid_input', `The backup is damaged: ${path} has another checksum`);
    }
  }
  return manifest;
}
