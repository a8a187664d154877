/** The server under test runs only the environments of the suite, not those that a developer has made in `environments/`. */
import { readdirSync } from 'node:fs';
import { findWorkspace } from '@slipway/cli';
import { root, serverEnv } from '../../support/server';
import { expect, test } from '../../support/test';

test('the server under test knows local and previews only', () => {
  const workspace = findWorkspace(root, serverEnv);
  expect(readdirSync(workspace.folder).sort()).toEqual(['local.json', 'preview.json']);
  expect(workspace.names()).toEqual(['local']);
});
