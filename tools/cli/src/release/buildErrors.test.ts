/** The line at the end of a failed build, from the output of the tools. */
import { expect, it } from 'vitest';
import { buildErrors } from './buildErrors';

const section = (project: string, output: string) => `
> nx run ${project}:build


> @slipway/${project}@1.0.0 build
> rspack build

${output}
npm error Lifecycle script \`build\` failed with error:
npm error path /work/apps/${project}
`;
const passed =
  '\n> nx run agents:build  [local cache]\n\n\u001b[1magents\u001b[22m compiled successfully in 1 s\n';

it.each([
  [
    'a syntax error',
    `ERROR in ./src/slice.ts
  × Module build failed (from builtin:swc-loader):
  ╰─▶   × Syntax Error: Expression expected
          ╭─[19:23]
       18 │ });
       19 │ export const broken = (;
          ╰────`,
    'apps/billing/src/slice.ts:19:23: Syntax Error: Expression expected',
  ],
  [
    'a missing module',
    `ERROR in ./src/slice.ts 17:1-27
  × Module not found: Can't resolve './nothing' in '/work/apps/billing/src'
    ╭─[17:0]
 17 │ import x from './nothing';
    ╰────`,
    "apps/billing/src/slice.ts:17:1: Module not found: Can't resolve './nothing' in 'apps/billing/src'",
  ],
  [
    'a wrong message, within another error',
    `[rspack-cli] [Error:   × caused by plugins in Compilation.hooks.processAssets
  ╰─▶   × Error: ERROR in ./src/messages.ts
        │   × Module build failed (from ../../tools/build/src/messagesLoader.mjs):
        │   ╰─▶   × SyntaxError: title: invalid ICU text at character 28
        │         │     at compileText (file:///work/tools/build/src/compileMessages.mjs:37:11)`,
    'apps/billing/src/messages.ts: SyntaxError: title: invalid ICU text at character 28',
  ],
  [
    'a wrong manifest',
    `[rspack] CLI failed:
AppError: /work/apps/billing/slice.manifest.ts: owner: must be text
    at parseDocument (/work/libs/contracts/src/parse.ts:28:9)`,
    'apps/billing/slice.manifest.ts: owner: must be text',
  ],
])('names the slice, the file and the place of %s', (_what, output, error) => {
  const found = buildErrors(passed + section('billing', output), '/work', '/work');
  expect(found).toEqual([`The build of apps/billing failed: ${error}`]);
});

it('names each slice of several, the folder of another tool, and nothing that it does not know', () => {
  const error = 'ERROR in ./src/slice.ts 1:1\n  × no\n';
  const both = section('billing', error) + section('agents', error);
  expect(buildErrors(both, '/work', '/work')).toHaveLength(2);
  expect(buildErrors(error, '/work', '/work/examples/invoices')).toEqual([
    'The build of examples/invoices failed: examples/invoices/src/slice.ts:1:1: no',
  ]);
  expect(buildErrors('npm error code ENOENT', '/work', '/work')).toEqual([]);
});
