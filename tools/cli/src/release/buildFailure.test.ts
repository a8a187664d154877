/** The message of a failed build, from the output of the tools. */
import { expect, it } from 'vitest';
import { buildFailure } from './buildFailure';

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
])('has the output, then the slice, the file and the place of %s', (_what, output, error) => {
  expect(buildFailure(output, '/repository', '/repository/apps/billing')).toBe(
    `The build of apps/billing failed:\n${output.trim()}\n\nThe build of apps/billing failed: ${error}`,
  );
});

it.each([
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
  [
    'a syntax error that the configuration finds',
    `[rspack] CLI failed:
AppError: /repository/apps/billing/src/slice.ts:20:19: Unexpected token
    at lazyModules (file:///repository/tools/build/node_modules/.cache/slipway/index.mjs:842:37) {
  code: 'invalid_input'
}`,
    'apps/billing/src/slice.ts:20:19: Unexpected token',
  ],
  [
    'a manifest that does not parse',
    `[rspack] CLI failed:
[Error: ParseError: Unexpected token, expected ","\u0020\u0020
 /repository/apps/billing/slice.manifest.ts:6:24]`,
    'apps/billing/slice.manifest.ts:6:24: Unexpected token, expected ","',
  ],
  [
    'an exception of the configuration',
    `[rspack] CLI failed:
ReferenceError: manifesto is not defined
    at /repository/apps/billing/rspack.config.ts:4:25
    at async Function.import (/repository/node_modules/jiti/dist/jiti.cjs:1:187718)`,
    'apps/billing/rspack.config.ts:4:25: ReferenceError: manifesto is not defined',
  ],
])('is one line, without a stack, for %s', (_what, output, error) => {
  expect(buildFailure(output, '/repository', '/repository/apps/billing')).toBe(
    `The build of apps/billing failed: ${error}`,
  );
});

it('keeps the stack of an exception in another file', () => {
  const output = 'TypeError: x is undefined\n    at tap (/repository/node_modules/plugin/index.js:1:2)';
  expect(buildFailure(output, '/repository', '/repository/apps/billing')).toBe(
    `The build of apps/billing failed:\n${output}\n\nThe build of apps/billing failed: x is undefined`,
  );
});

it('reads colored output, and adds nothing to what it does not know', () => {
  const folder = '/repository/examples/invoices';
  expect(
    buildFailure('\u001b[31mERROR in ./src/slice.ts 1:1\u001b[0m\n  × no\n', '/repository', folder),
  ).toMatch(/\nThe build of examples\/invoices failed: examples\/invoices\/src\/slice\.ts:1:1: no$/);
  expect(buildFailure('npm error code ENOENT', '/repository', '/repository')).toBe(
    'The build of /repository failed:\nnpm error code ENOENT',
  );
});
