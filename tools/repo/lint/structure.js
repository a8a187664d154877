/**
 * The folder rules of a slice, as ESLint configuration: what each folder may import and export.
 * `structure.test.ts` proves each rule. `dependencies.js` has the rules between packages.
 */

const noToast = (message) => ({
  name: '@slipway/design-system',
  importNames: ['toast', 'useToastMessage'],
  message,
});

const noMessages = {
  regex: '(?:^|/)messages$',
  message: 'data/ returns values and codes. Look up the message in the component or hook that shows it.',
};

const noQueries = {
  name: '@tanstack/react-query',
  allowTypeImports: true,
  message: 'components/ only renders its props. Fetch in features/ or routes/, and pass the result.',
};

const noStylesheets = {
  regex: '\\.css$',
  message: 'Slices have no styles: use a component of @slipway/design-system, or add the style there.',
};

/** Selectors for `no-restricted-syntax`. */
export const inlineStyleRule = {
  selector: "JSXOpeningElement > JSXAttribute[name.name='style']",
  message: 'Slices have no styles: use a prop of a @slipway/design-system component, or add one there.',
};

const hardCodedText =
  "Text comes from a message catalog: t(…) of messages.ts. Write code and names that are not translated as expressions: {'curl'}.";

export const textRules = [
  { selector: 'JSXText[value=/\\p{L}{2}/u]', message: hardCodedText },
  {
    selector:
      'JSXAttribute[name.name=/^(aria-label|aria-description|alt|placeholder|title)$/] > Literal[value=/^(?!https:).*\\p{L}{2}/u]',
    message: hardCodedText,
  },
];

export const onlyComponentRule = {
  selector: 'ExportNamedDeclaration[exportKind="value"]',
  message:
    'A page or slot exports only its component, so that Fast Refresh can replace it: put the other export into a module beside it.',
};

export const defaultExportRule = {
  selector: 'ExportDefaultDeclaration',
  message:
    'Only pages, slots, slice.ts, commands and configuration files have a default export: name this one.',
};

export const buttonTypeRule = {
  selector: "JSXOpeningElement[name.name='button']:not(:has(> JSXAttribute[name.name='type']))",
  message: 'Without a type, a button in a form submits it: write type="button", or type="submit".',
};

export const viewTransitionRule = {
  selector:
    "ImportDeclaration[source.value='react'] > ImportSpecifier[imported.name=/ViewTransition|addTransitionType/]",
  message:
    'The React of this build animates nothing (decision 121): a navigation of @slipway/platform is a view transition.',
};

export const interceptedRule = {
  selector: "CallExpression[callee.object.name='route'][callee.property.name='fetch']",
  message:
    'The server may close the connection that this request uses: call serverResponse(route) of e2e/support.',
};

const restrictImports = (paths, patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }],
});

const tests = ['**/*.test.{ts,tsx}', '**/testing/**'];

/** The entries that load the one stylesheet of their page. */
const entries = ['apps/shell/src/main.tsx', 'apps/console/src/main.tsx'];

/** The console has folders like a slice. Code of the command line would not run in its page; `canaries` is for a service. */
const noCommandLine = {
  regex: '^@slipway/cli(?!/canaries$)',
  allowTypeImports: true,
  message:
    'The page of the console imports only types of @slipway/cli: add a route to tools/cli/src/console.',
};

/** A change that npm start makes and one of the command line have the same author. */
const noMachineUser = {
  name: 'node:os',
  importNames: ['userInfo'],
  message:
    'Use author() of tools/cli/src/command-line/author.ts: every change names its author the same way.',
};

/** One block per folder of a slice. The shell follows the same rules, and owns the page's one stylesheet. */
export const folderRules = [
  {
    files: ['apps/*/src/**/*.{ts,tsx}'],
    ignores: [...tests, ...entries],
    rules: restrictImports([], [noStylesheets, noCommandLine]),
  },
  {
    files: ['apps/*/src/data/**/*.{ts,tsx}'],
    ignores: tests,
    rules: restrictImports(
      [noToast('data/ shows nothing: return the error, and show the toast in features/.')],
      [noStylesheets, noCommandLine, noMessages],
    ),
  },
  {
    files: ['apps/*/src/components/**/*.{ts,tsx}'],
    ignores: tests,
    rules: restrictImports(
      [noToast('components/ only renders its props: show the toast in features/.'), noQueries],
      [noStylesheets, noCommandLine],
    ),
  },
  {
    files: ['tools/{cli,local}/src/**/*.ts'],
    ignores: ['tools/cli/src/command-line/author.ts'],
    rules: restrictImports([noMachineUser], []),
  },
];

/** Files whose default export a tool or the loader asks for. */
export const defaultExportFiles = [
  'apps/*/src/{routes,slots}/**',
  '**/src/slice.ts',
  'tools/cli/src/commands/**',
  '**/*.config.{js,ts}',
  'vitest.shared.ts',
  // Loaded by name: vitest's global setup, Rspack's loader, Nx's generator, the workshop's pages.
  'tools/backend/src/testing/databases.ts',
  'tools/build/src/iconLoader.mjs',
  'tools/build/src/messagesLoader.mjs',
  'tools/build/src/unusedFunctionsLoader.mjs',
  'tools/build/src/stylesLoader.mjs',
  'tools/repo/generators/**',
  'tools/workshop/src/pages/**',
  '**/fixtures/**',
  'examples/**',
];
