/** `npx nx g slice <id>`: a slice with one page, which builds, lints, passes its test and can be deployed as it is. */
import { join } from 'node:path';
import { formatFiles, generateFiles, names, readJson, updateJson } from '@nx/devkit';

const idPattern = /^[a-z][a-z0-9-]{0,38}$/;

/** `invoice-drafts` as `Invoice Drafts`. */
const inWords = (id) =>
  id.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash && ' ') + letter.toUpperCase());

const sorted = (record) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b, 'en')));

/** What `npm install` would write: it would ask the registry about every package there is, to add these two. */
function addToLock(tree, id) {
  const { name, version, dependencies } = readJson(tree, `apps/${id}/package.json`);
  updateJson(tree, 'package-lock.json', (lock) => ({
    ...lock,
    packages: sorted({
      ...lock.packages,
      [`apps/${id}`]: { name, version, dependencies },
      [`node_modules/${name}`]: { resolved: `apps/${id}`, link: true },
    }),
  }));
}

function addOwner(tree, id, owner) {
  const lines = tree.read('CODEOWNERS', 'utf8').trimEnd().split('\n');
  const lastSlice = lines.findLastIndex((line) => line.startsWith('/apps/'));
  lines.splice(lastSlice + 1, 0, `${`/apps/${id}/`.padEnd(22)} @slipway/${owner}`);
  tree.write('CODEOWNERS', `${lines.join('\n')}\n`);
}

/** @throws when the id is no id, or taken */
export default async function sliceGenerator(
  tree,
  { id, title = inWords(id), owner = `${id}-team`, access = 'signed-in' },
) {
  if (!idPattern.test(id)) {
    throw new Error(`${id}: an id is lower-case letters, digits and hyphens, and starts with a letter`);
  }
  if (tree.exists(`apps/${id}`)) throw new Error(`apps/${id} is there already: choose another id`);

  const { className } = names(id);
  const versionOf = (name) => readJson(tree, `libs/${name}/package.json`).version;
  const sharedBy = (name) => readJson(tree, 'libs/platform/package.json').dependencies[name];
  generateFiles(tree, join(import.meta.dirname, 'files'), `apps/${id}`, {
    ...{ id, title, owner, access, page: `${className}Page` },
    contracts: versionOf('contracts'),
    designSystem: versionOf('design-system'),
    platform: versionOf('platform'),
    react: sharedBy('react'),
  });
  addToLock(tree, id);
  addOwner(tree, id, owner);
  await formatFiles(tree);
}
