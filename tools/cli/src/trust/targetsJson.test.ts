/** The same documents and bytes as the library, which does it in quadratic time. */
import { canonicalize } from '@tufjs/canonical-json';
import { Metadata, MetadataKind, Signature, TargetFile, Targets } from '@tufjs/models';
import { expect, test, vi } from 'vitest';
import { signedBytes, signDocument, serialize } from './document';
import { signedToJson, targetsFromJson } from './targetsJson';

const target = (path: string, length: number) =>
  new TargetFile({
    ...{ path, length, hashes: { sha256: 'ab'.repeat(32) } },
    unrecognizedFields: { custom: { release: path } },
  });
const withoutDelegations = new Targets({
  ...{ version: 3, specVersion: '1.0.31', expires: '2027-01-01T00:00:00Z' },
  targets: {
    'releases/b.json': target('releases/b.json', 2),
    'releases/a.json': target('releases/a.json', 1),
    10: target('10', 3),
  },
  unrecognizedFields: { 'x-reason': 'a deploy' },
});

const signed = Targets.fromJSON({ ...withoutDelegations.toJSON(), delegations: { keys: {}, roles: [] } });

test('writes what the library writes, byte for byte', () => {
  const written = JSON.stringify(signed.toJSON());
  expect(JSON.stringify(signedToJson(signed))).toBe(written);
  const signatures = { k: new Signature({ keyID: 'k', sig: 'ab' }) };
  const metadata = new Metadata(signed, signatures, { 'x-more': 1 });
  expect(serialize(metadata).toString()).toBe(JSON.stringify(metadata.toJSON()));
  expect(signedBytes(signed).toString()).toBe(canonicalize(signed.toJSON()));
});

test('never asks the library for all targets', async () => {
  const metadata = new Metadata(Targets.fromJSON(withoutDelegations.toJSON()));
  const toJson = vi.spyOn(metadata.signed, 'toJSON');
  serialize(metadata);
  const signature = new Signature({ keyID: 'k', sig: 'ab' });
  const made = await signDocument(
    metadata.signed,
    { keyIds: ['k'], keys: [], sign: () => Promise.resolve([signature]) },
    ['k'],
  );
  expect(made.signatures).toEqual({ k: signature });
  expect(toJson).not.toHaveBeenCalled();
});

test('reads what the library reads', () => {
  const json = JSON.parse(JSON.stringify(new Metadata(signed).toJSON())) as Parameters<
    typeof targetsFromJson
  >[0];
  const read = targetsFromJson(json);
  expect(read).toEqual(Metadata.fromJSON(MetadataKind.Targets, json));
  expect(read.signed.targets['releases/a.json']).toBeInstanceOf(TargetFile);
  expect(read.signed.equals(signed)).toBe(true);
});

test('a path called `__proto__` is a target like any other', () => {
  const json = JSON.parse(
    JSON.stringify(new Metadata(signed).toJSON()).replace('"10":', '"__proto__":'),
  ) as Parameters<typeof targetsFromJson>[0];
  expect(Object.keys(targetsFromJson(json).signed.targets)).toContain('__proto__');
});

test.each([
  ['no signed part', { signatures: [] }],
  ['a target that is text', { signatures: [], signed: { ...signedToJson(signed), targets: { a: 'b' } } }],
  ['a target without a length', { signatures: [], signed: { ...signedToJson(signed), targets: { a: {} } } }],
  ['another kind', { signatures: [], signed: { ...signedToJson(signed), _type: 'root' } }],
])('rejects a document with %s, as the library does', (_what, json) => {
  expect(() => Metadata.fromJSON(MetadataKind.Targets, json)).toThrow();
  expect(() => targetsFromJson(json)).toThrow();
});
