/** Every command of every document runs in a test, or a list says why not (21.7). */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandTests } from './commandTests';
import { commands, documents, read, root } from './markdown';

/** `docs/hosting.md#Hosting`, for each section that has commands. */
const sections = documents
  .filter((file) => file !== 'CHANGELOG.md')
  .flatMap((file) =>
    read(file)
      .split(/^##? /m)
      .filter((section) => commands(section).length > 0)
      .map((section) => `${file}#${section.split('\n')[0] ?? ''}`),
  );

test('every section with commands has a test, or a reason, and none has an entry too many (21.7)', () => {
  expect([...new Set(sections)].sort()).toEqual(Object.keys(commandTests).sort());
});

/** Tests that read the section itself, so that its commands cannot change without them. */
const readers = /commands\.spec|restore\.spec|newSlice|runbook\.test|walkthrough|moderate|ownStore/;

/** Subcommands and options of `slipway` in a section's commands: a test that does not read the section has to use them too. */
const wordsOf = (section: string) => {
  const [document = '', heading = ''] = section.split('#');
  const text = read(document)
    .split(/^##? /m)
    .find((part) => part.startsWith(`${heading}\n`));
  return commands(text ?? '').flatMap((line) => {
    const [, subcommand, rest = ''] = /\bslipway (\w[\w-]*)(.*)$/.exec(line) ?? [];
    return subcommand === undefined ? [] : [subcommand, ...(rest.match(/--[a-z][a-z-]*/g) ?? [])];
  });
};

test.each(Object.entries(commandTests))('%s has a test that exists', (section, proof) => {
  if ('reason' in proof) return;
  expect(existsSync(join(root, proof.test))).toBe(true);
  const source = readFileSync(join(root, proof.test), 'utf8');
  const [document = '', heading = ''] = section.split('#');
  const readsIt = document === 'docs/runbook.md' && source.includes(`sectionOf('${heading}')`);
  if (!readers.test(proof.test) && !readsIt) {
    expect(wordsOf(section).filter((word) => !source.includes(word))).toEqual([]);
    return;
  }
  expect(source).toContain(basename(document) === 'runbook.md' ? 'runbook' : document);
  if (!source.includes(heading)) expect(source).toContain(`documented('${document}')`);
});
