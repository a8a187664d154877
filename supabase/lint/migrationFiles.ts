/** Rules that every migration file must follow, checked from the text of the files. */
import { createHash } from 'node:crypto';

export interface MigrationFile {
  /** `YYYYMMDDHHMMSS_noun.sql` */
  name: string;
  text: string;
}

/** PostgreSQL cuts longer names without an error. */
const LONGEST_NAME = 63;

/** With the line ends that git stores, whatever the checkout made of them. */
export const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** Reads `migrations.lock`: lines of `sha256sum`, so that `sha256sum --check` accepts it too. */
export function readLock(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => line.split('  ')).map(([hash = '', name = '']) => [name, hash]));
}

/** The comment lines before the first statement. */
const headOf = (text: string): string[] => {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  return end < 0 ? lines : lines.slice(0, end);
};

/** Names after `-- Replaces:`, separated by commas. */
const replacedBy = (text: string): string[] =>
  headOf(text)
    .filter((line) => line.startsWith('-- Replaces: '))
    .flatMap((line) => line.slice('-- Replaces: '.length).split(', '));

const created = (kind: string, text: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(String.raw`^create (?:or replace )?${kind} (?:if not exists )?([\w.]+)`, 'gm'),
    ),
  ].map(([, name = '']) => name);

const nameProblems = (files: readonly MigrationFile[]): string[] =>
  files.flatMap(({ name }, index) => {
    if (!/^\d{14}_[a-z][a-z0-9_]*\.sql$/.test(name))
      return `${name}: the name must be YYYYMMDDHHMMSS_noun.sql`;
    const twin = files[index + 1]?.name.slice(0, 14) === name.slice(0, 14);
    return twin ? `${name}: another migration has the same version` : [];
  });

const headProblems = ({ name, text }: MigrationFile): string[] => {
  const head = headOf(text);
  const problems: string[] = [];
  if (head.length < 2) problems.push(`${name}: the file must start with a comment about its purpose`);
  if (!head.some((line) => line.startsWith('-- Locks: '))) {
    problems.push(
      `${name}: the head needs a line "-- Locks: …" that names the tables it locks, or says that it locks none`,
    );
  }
  return problems;
};

const commentProblems = ({ name, text }: MigrationFile): string[] =>
  ['schema', 'table', 'view', 'function'].flatMap((kind) =>
    created(kind, text)
      // The schema of extensions belongs to the platform.
      .filter((object) => object !== 'extensions')
      .filter(
        (object) => !text.includes(`\ncomment on ${kind} ${object}${kind === 'function' ? '(' : ' is'}`),
      )
      .map((object) => `${name}: ${kind} ${object} needs a "comment on ${kind}"`),
  );

const longNameProblems = ({ name, text }: MigrationFile): string[] =>
  [...text.matchAll(/^create policy "([^"]+)"/gm)]
    .map(([, policy = '']) => policy)
    .filter((policy) => Buffer.byteLength(policy) > LONGEST_NAME)
    .map((policy) => `${name}: the policy name "${policy}" is longer than ${String(LONGEST_NAME)} bytes`);

function definitionProblems(files: readonly MigrationFile[]): string[] {
  const definedIn = new Map<string, string>();
  return files.flatMap(({ name, text }) =>
    created('function', text).flatMap((object) => {
      const earlier = definedIn.get(object);
      definedIn.set(object, name);
      if (earlier === undefined) return [];
      if (earlier === name) return `${name}: ${object} is defined twice`;
      return replacedBy(text).includes(object)
        ? []
        : `${name}: ${object} is already defined in ${earlier}. To replace it, add "-- Replaces: ${object}" to the head`;
    }),
  );
}

function lockProblems(files: readonly MigrationFile[], lock: ReadonlyMap<string, string>): string[] {
  const last = [...lock.keys()].at(-1) ?? '';
  const changed = [...lock].flatMap(([name, hash]) => {
    const file = files.find((candidate) => candidate.name === name);
    if (!file) return `${name}: a landed migration is missing`;
    return checksumOf(file.text) === hash ? [] : `${name}: a landed migration must not change; add a new one`;
  });
  const unlocked = files
    .filter(({ name }) => !lock.has(name))
    .map(({ name }) =>
      name > last
        ? `${name}: not in migrations.lock. When it is complete: npm run lock -w @slipway/database`
        : `${name}: a new migration must come after ${last}`,
    );
  return [...changed, ...unlocked];
}

/** One sentence per violation, starting with the file's name; files are given in the order of their names. */
export const migrationProblems = (
  files: readonly MigrationFile[],
  lock: ReadonlyMap<string, string>,
): string[] => [
  ...nameProblems(files),
  ...files.flatMap(headProblems),
  ...files.flatMap(commentProblems),
  ...files.flatMap(longNameProblems),
  ...definitionProblems(files),
  ...lockProblems(files, lock),
];
