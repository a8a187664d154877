/**
 * Which project may import which. Each has one tag, `type:<name>`, in its package.json.
 * Each package that shapes the page (client, router, styles, federation) belongs to one library.
 */

const owners = {
  '@supabase/*': 'type:data',
  '@module-federation/*': 'type:platform',
  'react-router-dom': 'type:platform',
  'react-router': 'type:platform',
  'styled-components': 'type:design-system',
  'react-hot-toast': 'type:design-system',
};

const ownersExcept = (tag) =>
  Object.entries(owners)
    .filter(([, owner]) => owner !== tag)
    .map(([name]) => name);

const limited = (tag, imports) => ({
  sourceTag: tag,
  onlyDependOnLibsWithTags: imports,
  bannedExternalImports: ownersExcept(tag),
});

/** Small libraries without dependencies, for all code of a page. */
const foundations = ['type:log', 'type:state'];

const slices = [
  ...foundations,
  ...['type:contracts', 'type:keys', 'type:design-system', 'type:data', 'type:session', 'type:platform'],
];

export const dependencyRule = {
  allow: [],
  enforceBuildableLibDependency: false,
  // Tests load fresh copies of libraries with `import()`, which is no reason to load them lazily elsewhere.
  checkDynamicDependenciesExceptions: ['@slipway/**'],
  depConstraints: [
    limited('type:log', []),
    limited('type:state', []),
    limited('type:keys', []),
    limited('type:contracts', []),
    limited('type:design-system', foundations),
    limited('type:data', [...foundations, 'type:contracts']),
    limited('type:session', [...foundations, 'type:contracts', 'type:data']),
    limited('type:platform', [
      ...foundations,
      ...['type:contracts', 'type:design-system', 'type:data', 'type:session'],
    ]),
    // For tests only: no `type:slice` may depend on it, and the rule skips test files.
    { sourceTag: 'type:testing', onlyDependOnLibsWithTags: slices },
    limited('type:slice', slices),
    limited('type:shell', slices),
    limited('type:workshop', ['type:design-system', 'type:tool']),
    // A separate app with its own router. `structure.js` limits its imports of the command line to types.
    {
      ...limited('type:console', ['type:design-system', 'type:tool']),
      bannedExternalImports: ownersExcept('type:console').filter((name) => !name.startsWith('react-router')),
    },
    // Server code reaches the database over HTTP, and imports no browser code.
    limited('type:server', ['type:contracts']),
    limited('type:gateway', ['type:contracts', 'type:keys', 'type:server']),
    limited('type:health', ['type:contracts', 'type:server']),
    limited('type:payments', ['type:contracts', 'type:server']),
    limited('type:service', [
      ...['type:contracts', 'type:server', 'type:gateway', 'type:health', 'type:payments'],
    ]),
    // It judges canaries with the library of the command line.
    limited('type:collector', ['type:contracts', 'type:server', 'type:health', 'type:tool']),
    {
      sourceTag: 'type:tool',
      onlyDependOnLibsWithTags: [
        ...['type:contracts', 'type:keys', 'type:server', 'type:gateway', 'type:health', 'type:payments'],
        'type:tool',
      ],
    },
    {
      sourceTag: 'type:e2e',
      onlyDependOnLibsWithTags: ['type:contracts', 'type:health', 'type:tool', 'type:data'],
    },
  ],
};
