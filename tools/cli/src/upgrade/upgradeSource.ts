/** Moves the source of a slice to the newest contract: one codemod for each version. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CONTRACT_VERSION, isAppError } from '@slipway/contracts';
import { toSecondContract } from './secondContract';
import { byHand, manifestIn, parse, propertyIn, readSource, type SliceSource } from './source';

/** The codemods by target contract. Each moves a slice from the previous contract. */
const codemods: Readonly<Record<number, (source: SliceSource) => SliceSource>> = { 2: toSecondContract };

export interface SourceUpgrade {
  slice: string;
  owner: string;
  contract: number;
  newest: number;
  /** Why no codemod can move it; null when it can, and when there is nothing to do. */
  byHand: string | null;
  /** The paths of the files that the codemods change. */
  files: string[];
}

export const isBehind = ({ contract, newest }: SourceUpgrade) => contract < newest;

/**
 * Reads a slice's folder, and with `isWritten` writes the result.
 * @throws `not_found`, `invalid_input` for a manifest that cannot be read
 */
export function upgradeSource(folder: string, isWritten: boolean): SourceUpgrade {
  const source = readSource(folder);
  const { contract, ...names } = readManifest(source);
  const found = { ...names, contract, newest: CONTRACT_VERSION };
  let upgraded = source;
  try {
    for (let version = contract + 1; version <= CONTRACT_VERSION; version += 1) {
      upgraded = codemods[version]?.(upgraded) ?? upgraded;
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...found, byHand: error.message, files: [] };
  }
  const changed = [upgraded.manifest, upgraded.slice].filter(
    (file) => file !== source.manifest && file !== source.slice,
  );
  if (isWritten) for (const { path, code } of changed) writeFileSync(path, code);
  return { ...found, byHand: null, files: changed.map(({ path }) => path) };
}

function readManifest({ manifest }: SliceSource): { slice: string; owner: string; contract: number } {
  const object = manifestIn(parse(manifest), manifest.path);
  const text = (name: string): string => {
    const value = propertyIn(object, name)?.value;
    if (value?.type === 'StringLiteral') return value.value;
    throw byHand(basename(manifest.path), `${name} is not a text in the manifest`);
  };
  const contract = propertyIn(object, 'contract')?.value;
  if (contract?.type !== 'NumericLiteral') {
    throw byHand(basename(manifest.path), 'contract is not a number in the manifest');
  }
  return { slice: text('id'), owner: text('owner'), contract: contract.value };
}
