/** Each folder rule of a slice rejects what it should, and nothing next to it. */
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const root = `${import.meta.dirname}/../../..`;
const eslint = new ESLint({
  cwd: root,
  // Needs the project graph, and has its own test.
  overrideConfig: { rules: { '@nx/enforce-module-boundaries': 'off' } },
});

/** The messages of the folder rules for one file of the workspace. */
async function messages(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: `${root}/${filePath}` });
  return (result?.messages ?? [])
    .filter(({ ruleId }) =>
      ['@typescript-eslint/no-restricted-imports', 'no-restricted-syntax'].includes(ruleId ?? ''),
    )
    .map(({ message }) => message);
}

const toast = "import { toast } from '@slipway/design-system'; toast.info('x');";
const query = "import { useQuery } from '@tanstack/react-query'; export const x = useQuery;";
const mutation = "import { useMutation } from '@tanstack/react-query'; export const x = useMutation;";
const page = 'export default function XPage() { return null; }';
const text = (children: string) => `export const X = () => <p>${children}</p>;`;
const button = (attributes: string) => `export const X = () => <button ${attributes}>{'x'}</button>;`;
const styled = 'export const X = () => <div style={{ flex: 1 }} />;';

test.each([
  ['a toast in data/', 'apps/billing/src/data/x.ts', toast, 'data/ shows nothing'],
  [
    'messages in data/',
    'apps/billing/src/data/x.ts',
    "import { t } from '../messages'; t('x');",
    'data/ returns',
  ],
  ['a query in components/', 'apps/billing/src/components/X.tsx', query, 'components/ only renders'],
  ['a mutation in components/', 'apps/billing/src/components/X.tsx', mutation, 'components/ only renders'],
  ['a toast in components/', 'apps/billing/src/components/X.tsx', toast, 'components/ only renders'],
  ['an inline style', 'apps/billing/src/features/usage/X.tsx', styled, 'Slices have no styles'],
  ['an inline style in a page', 'apps/billing/src/routes/XPage.tsx', styled, 'Slices have no styles'],
  ['a stylesheet', 'apps/billing/src/features/usage/X.tsx', "import './x.css';", 'Slices have no styles'],
  [
    'code of the command line in the console',
    'apps/console/src/routes/XPage.tsx',
    "import { deploy } from '@slipway/cli'; export const x = deploy;",
    'only types of @slipway/cli',
  ],
  [
    "the machine's user as an author",
    'tools/local/src/app/x.ts',
    "import { userInfo } from 'node:os'; export const x = userInfo().username;",
    'Use author()',
  ],
  [
    'a second export of a page',
    'apps/billing/src/routes/XPage.tsx',
    `export const startData = () => undefined; ${page}`,
    'Fast Refresh',
  ],
  [
    'a second export of a slot',
    'apps/billing/src/slots/X.tsx',
    `export { startData } from '../data/x'; ${page}`,
    'Fast Refresh',
  ],
  ['text in a component', 'apps/billing/src/features/usage/X.tsx', text('Total'), 'message catalog'],
  ['text in a page', 'apps/billing/src/routes/XPage.tsx', text('Summe: {3}'), 'message catalog'],
  [
    'a name in a component',
    'apps/billing/src/features/usage/X.tsx',
    'export const X = () => <input aria-label="Total" />;',
    'message catalog',
  ],
  ['a button without a type', 'apps/billing/src/features/usage/X.tsx', button('className="x"'), 'submits it'],
  [
    'a view transition of React',
    'apps/billing/src/features/usage/X.tsx',
    "import { ViewTransition } from 'react'; export const X = ViewTransition;",
    'animates nothing',
  ],
  ['a button without a type in a test', 'libs/platform/src/ui/X.test.tsx', button(''), 'submits it'],
  ['a default export in features/', 'apps/billing/src/features/usage/X.tsx', page, 'Only pages'],
  ['a default export in a library', 'libs/platform/src/ui/X.tsx', page, 'Only pages'],
  ['a default export in a tool', 'tools/build/src/x.ts', 'export default 1;', 'Only pages'],
  [
    'a response of an intercepted request',
    'e2e/specs/billing/x.spec.ts',
    'void route.fetch();',
    'serverResponse',
  ],
])('rejects %s', async (_what, file, code, message) => {
  expect((await messages(file, code)).join('\n')).toContain(message);
});

test.each([
  ['a toast in features/', 'apps/billing/src/features/usage/X.tsx', toast],
  ['a query in features/', 'apps/billing/src/features/usage/X.tsx', query],
  ['a query in data/', 'apps/billing/src/data/x.ts', query],
  [
    'the type of a query in components/',
    'apps/billing/src/components/X.tsx',
    "import type { UseQueryResult } from '@tanstack/react-query'; export type X = UseQueryResult;",
  ],
  [
    'messages in components/',
    'apps/billing/src/components/X.tsx',
    "import { t } from '../messages'; t('x');",
  ],
  [
    'types of the command line in the console',
    'apps/console/src/data/x.ts',
    "import type { Action } from '@slipway/cli/console'; export type X = Action;",
  ],
  ['a default export in routes/', 'apps/billing/src/routes/XPage.tsx', page],
  ['a default export in slots/', 'apps/billing/src/slots/X.tsx', page],
  ['a default export in slice.ts', 'apps/billing/src/slice.ts', 'export default 1;'],
  ['a default export of a command', 'tools/cli/src/commands/x.ts', 'export default 1;'],
  ['a default export of a configuration', 'apps/billing/rspack.config.ts', 'export default 1;'],
  ['code and signs in a component', 'apps/billing/src/features/usage/X.tsx', text("{'curl'}: 3 ×")],
  [
    'an address as an example',
    'apps/billing/src/features/usage/X.tsx',
    'export const X = () => <input placeholder="https://example.com/hook" />;',
  ],
  ['a button with a type', 'libs/platform/src/ui/X.test.tsx', button('type="submit"')],
  ['a style in the design system', 'libs/design-system/src/layout/X.tsx', styled],
  ['the stylesheet in the shell', 'apps/shell/src/main.tsx', "import '@slipway/design-system/theme.css';"],
  [
    'the stylesheet in the console',
    'apps/console/src/main.tsx',
    "import '@slipway/design-system/theme.css';",
  ],
])('allows %s', async (_what, file, code) => {
  expect(await messages(file, code)).toEqual([]);
});
