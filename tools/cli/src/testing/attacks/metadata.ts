/**
 * Attacks on signed documents, on a store whose environment `staging` runs revision 2. Each has the reason of its
 * rejection. One file, because it is one table.
 */
import { Metadata, Signature, type Targets } from '@tufjs/models';
import { pointerKey, releaseBase, revisionBase } from '../../store/keys';
import { parseSigned, serialize, signDocument } from '../../trust/document';
import { rolesIn } from '../../trust/initialize';
import { releaseOf, rootOf } from '../../trust/metadata';
import {
  namesKey,
  releasePath,
  rootKey,
  signedReleaseKey,
  statementKey,
  targetsKey,
  timestampKey,
} from '../../trust/paths';
import { billingRelease, keys, marketRelease, type KeyOwner, type SharedStore, signerFor } from '../trust';

/** Keys that the attacker writes; undefined removes one. */
export type Changes = Record<string, Uint8Array | undefined>;

/** A name, what is written, and the message. */
export type MetadataAttack = [string, () => Promise<Changes>, RegExp];

const market = marketRelease();
const billing = billingRelease();
const descriptionKey = (id: string, version: string) => `${releaseBase(id, version)}release.json`;
const base = revisionBase('staging', 2);
const statement = statementKey('staging', 2);
const signature = signedReleaseKey('market', market.version);

/** `target` is read when an attack runs. */
export function metadataAttacks(target: () => { shared: SharedStore; now: Date }): MetadataAttack[] {
  const shared = () => target().shared;
  const signedBy = async (
    key: string,
    who: KeyOwner,
    edit: (targets: Targets) => Targets = (same) => same,
  ) => {
    const { signed } = parseSigned('targets', await shared().bytes(key), key);
    return serialize(await signDocument(edit(signed), signerFor(who), [keys[who].key.keyID]));
  };
  const withoutSignatures = async (key: string) =>
    serialize(new Metadata(parseSigned('targets', await shared().bytes(key), key).signed));

  return [
    [
      'an unsigned revision',
      async () => ({ [statement]: await withoutSignatures(statement) }),
      /Revision 2 of staging has 0 of 1 valid signatures of role environment-staging: roll back/,
    ],
    [
      'a revision without a statement',
      () => Promise.resolve({ [statement]: undefined }),
      /Revision 2 of staging is not signed \(.*statement\.json is missing\)/,
    ],
    [
      'a wrongly signed revision',
      async () => {
        const document = parseSigned('targets', await shared().bytes(statement), '');
        document.sign(() => new Signature({ keyID: keys.Ada.key.keyID, sig: '00'.repeat(64) }));
        return { [statement]: serialize(document) };
      },
      /the signature of key [0-9a-f]{8} does not match/,
    ],
    [
      'a revision signed by a stranger',
      async () => ({ [statement]: await signedBy(statement, 'stranger') }),
      /key [0-9a-f]{8} is not in that role/,
    ],
    [
      'a revision signed by a slice team',
      async () => ({ [statement]: await signedBy(statement, 'market') }),
      /is signed by key [0-9a-f]{8} of role slice-market, which may not sign it, instead of role environment-staging/,
    ],
    [
      'an altered composition',
      async () => ({
        [`${base}composition.json`]: Buffer.from(
          (await shared().bytes(`${base}composition.json`))
            .toString()
            .replace('"allowOverrides":false', '"allowOverrides":true'),
        ),
      }),
      /composition\.json\.gz differs from the hash that key [0-9a-f]{8} signed/,
    ],
    [
      'an altered record, such as another author',
      async () => ({
        [`${base}record.json`]: Buffer.from(
          (await shared().bytes(`${base}record.json`)).toString().replace('"author":"Ada"', '"author":"Bea"'),
        ),
      }),
      /record\.json differs from the hash/,
    ],
    [
      'the statement of another revision',
      async () => ({ [statement]: await shared().bytes(statementKey('staging', 1)) }),
      /is the statement of revision 1 of staging: it was moved here/,
    ],
    [
      'an unsigned release',
      () => Promise.resolve({ [signature]: undefined }),
      /The release market [0-9a-f]{8} is not signed: a key that may publish market has to sign it: slipway trust sign market@\w+ --env <name>/,
    ],
    [
      'a release signed by another team',
      async () => ({ [signature]: await signedBy(signature, 'billing') }),
      /The release market [0-9a-f]{8} is signed by key [0-9a-f]{8} of role slice-billing, which may not sign it, instead of role slice-market/,
    ],
    [
      'the signature of another slice',
      async () => ({ [signature]: await shared().bytes(signedReleaseKey('billing', billing.version)) }),
      /role slice-market/,
    ],
    [
      'the signature of another release of the slice',
      async () => ({
        [signature]: await signedBy(signature, 'market', () =>
          releaseOf(releasePath('market', 'ffff'), Buffer.from('x'), target().now),
        ),
      }),
      /has the signature of releases\/market\/ffff/,
    ],
    [
      'swapped files between slices',
      async () => ({
        [descriptionKey('market', market.version)]: await shared().bytes(
          descriptionKey('billing', billing.version),
        ),
      }),
      /The release market [0-9a-f]{8} has another release\.json than the signed one/,
    ],
    [
      'a damaged statement',
      () => Promise.resolve({ [statement]: Buffer.from('{"signed":{}}') }),
      /is not signed metadata/,
    ],
    [
      'altered delegations',
      async () => ({ [targetsKey(2)]: await withoutSignatures(targetsKey(2)) }),
      /Targets 2 .* has 0 of 1 valid signatures of role targets/,
    ],
    [
      'older delegations',
      () => Promise.resolve({ [targetsKey(2)]: undefined }),
      /signed under targets 2, and the store shows targets 1: the trust metadata was rolled back/,
    ],
    [
      'altered names',
      async () => ({
        [namesKey(2)]: Buffer.from(
          (await shared().bytes(namesKey(2))).toString().replace('"name":"Ada"', '"name":"CEO"'),
        ),
      }),
      /names\/2\.json is not the one that targets 2 lists, so no author can be named/,
    ],
    [
      'a timestamp of a stranger',
      async () => {
        const { signed } = parseSigned('timestamp', await shared().bytes(timestampKey('staging')), '');
        return {
          [timestampKey('staging')]: serialize(
            await signDocument(signed, signerFor('stranger'), [keys.stranger.key.keyID]),
          ),
        };
      },
      /The timestamp of staging .* has 0 of 1 valid signatures of role timestamp.*slipway trust renew/,
    ],
    [
      'a replayed older revision',
      () => Promise.resolve({ [pointerKey('staging')]: Buffer.from('{"revision":1}') }),
      /staging shows revision 1, and its timestamp says 2: an older state was put back/,
    ],
    [
      'a removed pointer',
      () => Promise.resolve({ [pointerKey('staging')]: undefined }),
      /staging has revision 2 and no current\.json/,
    ],
    [
      'an altered root chain',
      async () => {
        const { signed } = parseSigned('root', await shared().bytes(rootKey(1)), '');
        const forged = rootOf(
          2,
          { ...rolesIn(new Metadata(signed)), root: { keys: [keys.stranger.key], threshold: 1 } },
          target().now,
        );
        return {
          [rootKey(2)]: serialize(
            await signDocument(forged, signerFor('stranger'), [keys.stranger.key.keyID]),
          ),
        };
      },
      /Root 2 .* has 0 of 2 valid signatures of role root.*the root chain was altered/,
    ],
    [
      'a root that only one of two keys signed',
      async () => {
        const { signed } = parseSigned('root', await shared().bytes(rootKey(1)), '');
        const next = rootOf(2, rolesIn(new Metadata(signed)), target().now);
        return {
          [rootKey(2)]: serialize(await signDocument(next, signerFor('rootOne'), [keys.rootOne.key.keyID])),
        };
      },
      /Root 2 .* has 1 of 2 valid signatures of role root/,
    ],
    [
      'a root with a skipped version',
      async () => {
        const { signed } = parseSigned('root', await shared().bytes(rootKey(1)), '');
        const next = rootOf(3, rolesIn(new Metadata(signed)), target().now);
        const both = [keys.rootOne.key.keyID, keys.rootTwo.key.keyID];
        return { [rootKey(2)]: serialize(await signDocument(next, signerFor('rootOne', 'rootTwo'), both)) };
      },
      /says version 3/,
    ],
  ];
}
