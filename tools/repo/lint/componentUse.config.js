/**
 * knip's configuration for the design system: components that no app uses are dead code. The workshop shows every
 * component, so it does not count as a user. `@public` in an index exempts a component, with the reason beside it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const base = JSON.parse(readFileSync(join(import.meta.dirname, '../../../knip.json'), 'utf8'));

export default {
  ...base,
  ignoreWorkspaces: ['tools/workshop'],
  include: ['exports'],
  workspaces: {
    ...base.workspaces,
    'libs/design-system': { ...base.workspaces['libs/design-system'], includeEntryExports: true },
  },
};
