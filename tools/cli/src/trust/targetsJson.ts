/**
 * Targets documents to and from JSON, as `@tufjs/models` does it, in linear time. For each target, the library copies all
 * earlier ones (`targetsToJSON` and `targetsFromJSON`, version 4): with a thousand slices, half of a deploy's work.
 */
import { Metadata, MetadataKind, type Root, TargetFile, Targets, type Timestamp } from '@tufjs/models';

type Json = Parameters<typeof Metadata.fromJSON>[1];

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws like the library, for a document of another shape */
export function targetsFromJson(json: Json): Metadata<Targets> {
  const signed = json['signed'];
  if (!isRecord(signed)) throw new TypeError('signed is not defined');
  const { targets = {} } = signed;
  if (!isRecord(targets)) throw new TypeError('targets must be an object');
  const {
    signed: rest,
    signatures,
    unrecognizedFields,
  } = Metadata.fromJSON(MetadataKind.Targets, { ...json, signed: { ...signed, targets: {} } });
  const entries = Object.entries(targets).map(([path, target]) => {
    if (!isRecord(target)) throw new TypeError('targets must be an object');
    return [path, TargetFile.fromJSON(path, target)] as const;
  });
  const read = new Targets({ ...rest, targets: Object.fromEntries(entries) });
  return new Metadata(read, signatures, unrecognizedFields);
}

export function signedToJson(signed: Root | Targets | Timestamp): Json {
  if (!(signed instanceof Targets)) return signed.toJSON();
  const targets = Object.entries(signed.targets).map(([path, target]) => [path, target.toJSON()] as const);
  // The library writes everything else.
  return { ...new Targets({ ...signed, targets: {} }).toJSON(), targets: Object.fromEntries(targets) };
}
