/**
 * Who may import what. Each project carries one tag, `type:<name>`, in its package.json.
 * Every package that shapes the page has one owner among the libraries.
 */

const owners = {
  '@supabase/*': 'type:data',
  '@module-federation/*': 'type:platform',
  'react-router-dom': 'type:platform',
  'react-router': 'type:platform',
  'styled-components': 'type:design-system',
  'react-hot-toast': 'type:design-system',
};

const everyonesBut = (tag) =>
  Object.entries(owners)
    .filter(([, owner]) => owner !== tag)
    .map(([name]) => name);

const browser = (tag, imports) => ({
  sourceTag: tag,
  onlyDependOnLibsWithTags: imports,
  bannedExternalImports: everyonesBut(tag),
});

const slices = ['type:contracts', 'type:design-system', 'type:data', 'type:session', 'type:platform'];

export const dependencyRule = {
  allow: [],
  enforceBuildableLibDependency: false,
  depConstraints: [
    browser('type:contracts', []),
    browser('type:design-system', []),
    browser('type:data', ['type:contracts']),
    browser('type:session', ['type:contracts', 'type:data']),
    browser('type:platform', ['type:contracts', 'type:design-system', 'type:data', 'type:session']),
    browser('type:slice', slices),
    browser('type:shell', slices),
    browser('type:workshop', ['type:design-system', 'type:tool']),
    { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:contracts', 'type:tool'] },
    { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:contracts', 'type:tool', 'type:data'] },
  ],
};
