/** The generator of slices; `e2e/specs/shipping/newSlice.spec.ts` builds, checks and deploys what it writes. */
import { createTree } from '@nx/devkit/testing';
import { expect, test } from 'vitest';
import sliceGenerator from './generator.mjs';
import schema from './schema.json' with { type: 'json' };

test.each([
  ['billing', 'apps/billing is there already: choose another id'],
  ['Invoices!', 'Invoices!: an id has lowercase letters'],
])('rejects the id %s and writes nothing', async (id, message) => {
  const tree = createTree();
  tree.write('apps/billing/slice.manifest.ts', '');
  const before = tree.listChanges();
  await expect(sliceGenerator(tree, { id, table: undefined })).rejects.toThrow(message);
  expect(tree.listChanges()).toEqual(before);
});

test('the schema leaves the id to the generator: Nx would print its pattern', () => {
  expect(schema.properties.id).not.toHaveProperty('pattern');
});
