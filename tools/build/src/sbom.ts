/**
 * The bill of materials of a build, as CycloneDX: every package with a module that the build read, the packages bundled
 * in their files, and the shared packages that the shell provides. Source: Rspack's module graph. It has no serial
 * number and no time, so that the same commit gives the same bytes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
// Its parts: the whole package also loads what validates documents.
import * as License from '@cyclonedx/cyclonedx-library/Contrib/License';
import * as Enums from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize';
import * as Spec from '@cyclonedx/cyclonedx-library/Spec';
import type { Compilation, Module } from '@rspack/core';

export const SBOM = 'sbom.json';

export interface BundledPackage {
  name: string;
  version: string;
  /** An SPDX identifier or expression, from its package.json. */
  license: string | undefined;
  /** False if it only re-exports other packages, or all of it was removed as unused. */
  hasCode: boolean;
}

interface PackageJson {
  name?: string;
  version?: string;
  license?: unknown;
  /** Packages of which this one contains files, such as a font. Our own field. */
  contains?: { name: string; version: string; license: string }[];
}

/** The nearest package at or above `folder` that has a name: folders inside a package may have a package.json without one. */
function packageAbove(folder: string, known: Map<string, string | undefined>): string | undefined {
  if (known.has(folder)) return known.get(folder);
  const file = join(folder, 'package.json');
  const isPackage = existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as PackageJson).name;
  const parent = dirname(folder);
  const found = isPackage ? file : parent === folder ? undefined : packageAbove(parent, known);
  known.set(folder, found);
  return found;
}

/** A module and, when Rspack joined several into one, those. */
function pathsOf(module: Module): string[] {
  const path = module.nameForCondition();
  const parts = 'modules' in module ? (module.modules as Module[]) : [];
  return [...(path && isAbsolute(path) ? [path] : []), ...parts.flatMap(pathsOf)];
}

/** The packages of all modules, except that of `directory`, sorted by name and version. */
export function bundledPackages(
  { modules, chunkGraph }: Pick<Compilation, 'modules' | 'chunkGraph'>,
  directory: string,
): BundledPackage[] {
  const known = new Map<string, string | undefined>();
  const packagesOf = (some: readonly Module[]) =>
    new Set(some.flatMap(pathsOf).map((path) => packageAbove(dirname(path), known)));
  const all = [...modules];
  const withCode = packagesOf(all.filter((module) => chunkGraph.getModuleChunks(module).length > 0));
  const own = packageAbove(directory, known);
  const found = [...packagesOf(all)].flatMap((file) => {
    if (file === undefined || file === own) return [];
    const {
      name = '',
      version = '',
      license,
      contains = [],
    } = JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
    const hasCode = withCode.has(file);
    return [
      { name, version, license: typeof license === 'string' ? license : undefined, hasCode },
      ...contains.map((part) => ({ ...part, hasCode })),
    ];
  });
  // The same version may be installed twice.
  const byName = new Map<string, BundledPackage>();
  for (const one of found) {
    const key = `${one.name}@${one.version}`;
    if (one.hasCode || !byName.has(key)) byName.set(key, one);
  }
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

/** The property of a component that the shell provides: the range that this build requires. */
const SHARED_RANGE = 'slipway:shared-range';

/** A package URL without the version, as https://github.com/package-url/purl-spec defines it for npm. */
const packageUrl = (name: string) => `pkg:npm/${name.replace('@', '%40')}`;

const partsOf = (name: string) => {
  const [group, base] = name.startsWith('@') ? name.split('/', 2) : [undefined, name];
  return { name: base ?? name, ...(group !== undefined && { group }) };
};

const licenses = new License.Factories.LicenseFactory(() => undefined);

function bundled({ name: fullName, version, license, hasCode }: BundledPackage): Models.Component {
  const { name, ...group } = partsOf(fullName);
  const purl = `${packageUrl(fullName)}@${encodeURIComponent(version)}`;
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    ...{ ...group, version, purl },
    bomRef: purl,
    ...(!hasCode && { scope: Enums.ComponentScope.Excluded }),
  });
  if (license !== undefined) component.licenses.add(licenses.makeFromString(license));
  return component;
}

/** `name` is a shared module, such as `react/jsx-runtime`. */
function shared(name: string, range: string): Models.Component {
  const [packageName = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
  const { name: base, ...group } = partsOf(packageName);
  const subpath = name.slice(packageName.length + 1);
  return new Models.Component(Enums.ComponentType.Library, subpath ? `${base}/${subpath}` : base, {
    ...group,
    purl: subpath ? `${packageUrl(packageName)}#${subpath}` : packageUrl(packageName),
    bomRef: `shared:${name}`,
    properties: new Models.PropertyRepository([new Models.Property(SHARED_RANGE, range)]),
  });
}

export interface SbomOf {
  id: string;
  version: string;
  bundled: readonly BundledPackage[];
  /** Shared modules with the ranges that it requires of the shell. */
  requires: Readonly<Record<string, string>>;
}

/** The JSON of `sbom.json`: the same for the same packages, in any order. */
export function sbomOf({ id, version, bundled: packages, requires }: SbomOf): string {
  const components = [
    ...packages.map(bundled),
    ...Object.entries(requires).map(([name, range]) => shared(name, range)),
  ];
  const root = new Models.Component(Enums.ComponentType.Application, id, { version, bomRef: id });
  for (const { bomRef } of components) root.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: root }),
    components: new Models.ComponentRepository(components),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}
