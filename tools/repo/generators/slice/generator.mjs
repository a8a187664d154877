/**
 * `npx nx g slice <id>`: a slice with one page that builds, passes lint, knip and its tests, and can be deployed. With
 * `--table` the page lists a table.
 */
import { join } from 'node:path';
import { generateFiles, names, readJson, updateJson } from '@nx/devkit';
import { format } from 'oxfmt';
import { linkWorkspaces } from '../../bootstrap/install.mjs';
import { columnsOf } from './columns.mjs';

const idPattern = /^[a-z][a-z0-9-]{0,38}$/;

/** `invoice-drafts` to `Invoice Drafts`. */
const titleOf = (id) =>
  id.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash && ' ') + letter.toUpperCase());

const sorted = (record) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b, 'en')));

/** Writes what `npm install` would, without a network: the workspace and its link. */
function addToLock(tree, id) {
  const { name, version, dependencies, devDependencies } = readJson(tree, `apps/${id}/package.json`);
  updateJson(tree, 'package-lock.json', (lock) => ({
    ...lock,
    packages: sorted({
      ...lock.packages,
      [`apps/${id}`]: { name, version, dependencies, devDependencies },
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

/** As `npm run format` does. */
async function formatChanges(tree) {
  const { printWidth, singleQuote } = readJson(tree, '.oxfmtrc.json');
  for (const { path, content, type } of tree.listChanges()) {
    if (type === 'DELETE' || !/\.(ts|tsx|json)$/.test(path) || path === 'package-lock.json') continue;
    const { code } = await format(path, content.toString(), { printWidth, singleQuote });
    tree.write(path, code);
  }
}

/** The names in the files of a page that lists a table. */
function listOf(tree, table) {
  const found = columnsOf(tree, table);
  const { className, propertyName } = names(table);
  const example = found.columns
    .map((name) => `${name}: '${name === found.label ? 'First' : '1'}'`)
    .join(', ');
  return {
    ...found,
    tableName: table,
    table: propertyName,
    query: `${propertyName}Query`,
    rowType: `${className}Row`,
    example: `{ ${example} }`,
  };
}

/**
 * Returns the task for after the files are written: it links the new package, so that nothing has to be installed.
 * @throws when the id is invalid or taken, or there is no such table
 */
export default async function sliceGenerator(
  tree,
  { id, title = titleOf(id), owner = `${id}-team`, access = 'signed-in', table },
) {
  if (!idPattern.test(id)) {
    throw new Error(
      `${id}: an id has lowercase letters, digits and hyphens, starts with a letter, and has at most 39 characters, such as invoice-drafts`,
    );
  }
  if (tree.exists(`apps/${id}`)) throw new Error(`apps/${id} is there already: choose another id`);

  const listed = table === undefined ? undefined : listOf(tree, table);

  const versionOf = (name) => readJson(tree, `libs/${name}/package.json`).version;
  const { className, propertyName } = names(id);
  generateFiles(tree, join(import.meta.dirname, 'spec'), `e2e/specs/${id}`, {
    id,
    name: propertyName,
    title,
    access,
  });
  const page = { id, title, owner, access, page: `${className}Page` };
  generateFiles(tree, join(import.meta.dirname, 'files'), `apps/${id}`, {
    ...{ ...page, isList: listed !== undefined },
    contracts: versionOf('contracts'),
    data: versionOf('data'),
    designSystem: versionOf('design-system'),
    platform: versionOf('platform'),
    testing: versionOf('testing'),
    reactQuery: readJson(tree, 'apps/billing/package.json').dependencies['@tanstack/react-query'],
  });
  if (listed) generateFiles(tree, join(import.meta.dirname, 'table'), `apps/${id}`, { ...page, ...listed });
  addToLock(tree, id);
  addOwner(tree, id, owner);
  await formatChanges(tree);
  return () => {
    linkWorkspaces(tree.root);
  };
}
