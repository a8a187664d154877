/** Files that changed since the last `npm test` that ran everything and passed, and the browser tests they affect. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/install.mjs';

const cache = join(root, 'node_modules/.cache/slipway');
const record = join(cache, 'tested-tree');

function git(...args) {
  mkdirSync(cache, { recursive: true });
  // A separate index, so that the user's does not change.
  const env = { ...process.env, GIT_INDEX_FILE: join(cache, 'index') };
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The id of a git tree with every file of the workspace as it is now, or undefined outside a git repository. */
export function workspaceTree() {
  try {
    git('add', '--all');
    return git('write-tree').trim();
  } catch {
    return undefined;
  }
}

export const rememberTested = (tree) => writeFileSync(record, tree);

/** The paths that differ from the last tested workspace, or undefined when there is none. */
export function changedSinceTested(tree) {
  if (tree === undefined || !existsSync(record)) return undefined;
  try {
    return git('diff', '--name-only', readFileSync(record, 'utf8'), tree).split('\n').filter(Boolean);
  } catch {
    return undefined; // git has pruned the tree
  }
}

/** Projects that no other project uses, with the folders of `e2e/specs` about them. */
const specsOf = {
  agents: ['agents'],
  auth: ['accounts'],
  billing: ['billing'],
  console: ['console'],
  deployments: ['deployments'],
  gateway: ['deployments'],
  marketplace: ['marketplace'],
};

/** The folders of `e2e/specs` to run for these changes; undefined means all of them. */
export function affectedSpecs(files) {
  const folders = new Set();
  for (const file of files) {
    if (/^docs\/|\.md$/.test(file)) {
      folders.add('documents');
      continue;
    }
    const specs = /^e2e\/specs\/([^/]+)\//.exec(file)?.[1];
    const project = /^apps\/([^/]+)\//.exec(file)?.[1];
    const named = specs ? [specs] : specsOf[project];
    if (!named) return undefined;
    for (const folder of named) folders.add(folder);
  }
  return ['smoke', ...folders];
}
