/** The line at the end of a failed build, from the output of the tools. */
import { expect, it } from 'vitest';
import { buildError } from './buildError';

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
  × Module not found: Can't resolve './nothing' in '/repository/apps/billing/src'
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
        │         │     at compileText (file:///repository/tools/build/src/compileMessages.mjs:37:11)`,
    'apps/billing/src/messages.ts: SyntaxError: title: invalid ICU text at character 28',
  ],
  [
    'a wrong translation',
    `ERROR in × src/messages.de.json: messages.titel: English has no such message
`,
    'apps/billing/src/messages.de.json: messages.titel: English has no such message',
  ],
  [
    'a wrong manifest',
    `[rspack] CLI failed:
AppError: /repository/apps/billing/slice.manifest.ts: owner: must be text
    at parseDocument (/repository/libs/contracts/src/parse.ts:28:9)`,
    'apps/billing/slice.manifest.ts: owner: must be text',
  ],
  [
    'an error of a plugin after the compilation',
    `[rspack-cli] AppError: /repository/apps/billing/dist/release.json: owner: must be text
    at parseDocument (/repository/libs/contracts/src/parse.ts:28:9)
ObjectRef is not unref, it considered as a memory leak`,
    'apps/billing/dist/release.json: owner: must be text',
  ],
])('names the slice, the file and the place of %s', (_what, output, error) => {
  expect(buildError(output, '/repository', '/repository/apps/billing')).toBe(
    `The build of apps/billing failed: ${error}`,
  );
});

it('reads colored output, and says nothing of what it does not know', () => {
  const folder = '/repository/examples/invoices';
  expect(buildError('\u001b[31mERROR in ./src/slice.ts 1:1\u001b[0m\n  × no\n', '/repository', folder)).toBe(
    'The build of examples/invoices failed: examples/invoices/src/slice.ts:1:1: no',
  );
  expect(buildError('npm error code ENOENT', '/repository', '/repository')).toBeUndefined();
});
