/** Which versions of an npm package a release has, from its bill of materials and its description. */
import * as v from 'valibot';
import { parseDocument } from '@slipway/contracts';
import type { Candidate } from './candidate';
import { parseJson, readSbom, SBOM } from './evidence';

const schema = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.optional(
    v.array(
      v.object({
        purl: v.optional(v.string()),
        scope: v.optional(v.string()),
        properties: v.optional(v.array(v.object({ name: v.string(), value: v.optional(v.string()) })), []),
      }),
    ),
    [],
  ),
});

type Component = NonNullable<v.InferOutput<typeof schema>['components']>[number];

export interface PackageUse {
  /** Versions that the build read, in ascending order of their names. */
  bundled: {
    version: string;
    /** False for a package of which only exports of other packages are used. */
    hasCode: boolean;
  }[];
  /** The range that it requires of the shell's copy. */
  range: string | null;
  /** False for a release without a bill of materials: its packages are unknown. */
  isKnown: boolean;
}

/** `react/jsx-runtime` is a module of the package `react`. */
export const packageOf = (module: string) => module.split('/', module.startsWith('@') ? 2 : 1).join('/');

function partsOf({ purl = '' }: Component) {
  const [, name = '', version] = /^pkg:npm\/([^@?#]+)(?:@([^?#]+))?/.exec(purl) ?? [];
  return {
    name: decodeURIComponent(name),
    version: version === undefined ? undefined : decodeURIComponent(version),
  };
}

/** The components of the bill of materials; undefined without one. @throws `slice_untrusted` when it was altered */
async function componentsOf(candidate: Candidate): Promise<Component[] | undefined> {
  const bytes = await readSbom(candidate);
  if (!bytes) return undefined;
  const what = `${candidate.release.id}: ${SBOM}`;
  return parseDocument(schema, parseJson(bytes, what), what).components;
}

/** The packages whose code a release contains; none when it has no bill of materials. @throws `slice_untrusted` */
export const packagesWithCode = async (candidate: Candidate): Promise<{ name: string; version: string }[]> =>
  ((await componentsOf(candidate)) ?? []).flatMap((component) => {
    const { name, version } = partsOf(component);
    return version === undefined || component.scope === 'excluded' ? [] : [{ name, version }];
  });

/** The value of the first of these modules that belongs to the package. */
const ofPackage = (modules: Readonly<Record<string, string>>, name: string) =>
  Object.entries(modules).find(([module]) => packageOf(module) === name)?.[1];

/** @throws `slice_untrusted` when the bill of materials was altered */
export async function packageUse(candidate: Candidate, name: string): Promise<PackageUse> {
  const { release } = candidate;
  const range = (release.kind === 'slice' ? ofPackage(release.requires, name) : undefined) ?? null;
  const components = await componentsOf(candidate);
  if (!components) {
    const provided = release.kind === 'shell' ? ofPackage(release.provides, name) : undefined;
    const bundled = provided === undefined ? [] : [{ version: provided, hasCode: true }];
    return { bundled, range, isKnown: provided !== undefined };
  }
  const bundled = components.flatMap((component) => {
    const found = partsOf(component);
    return found.name === name && found.version !== undefined
      ? [{ version: found.version, hasCode: component.scope !== 'excluded' }]
      : [];
  });
  return { bundled, range, isKnown: true };
}
