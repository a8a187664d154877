/**
 * Rejects a slice with its own copy of a package of which a page has one, such as React, the router or the session. `compatibility.ts`
 * has what a slice requires of the shell.
 */
import { singletonOwner } from '@slipway/contracts';
import type { ShellCandidate, SliceCandidate } from '../release/candidate';
import { packagesWithCode, packageUse } from '../release/packages';

/** Every copy, with both versions. A sandboxed slice has its own page, and so its own copies. */
export async function singleFailures(
  shell: ShellCandidate,
  slices: readonly SliceCandidate[],
): Promise<string[]> {
  const failures = await Promise.all(
    slices
      .filter(({ release }) => !release.isolation)
      .map(async (candidate) => {
        const { id, shares = {} } = candidate.release;
        const copies = new Map([
          ...(await packagesWithCode(candidate)).map(({ name, version }) => [name, version] as const),
          ...Object.entries(shares).map(([name, { version }]) => [name, version] as const),
        ]);
        return Promise.all(
          [...copies].flatMap(([name, version]) => {
            const owner = singletonOwner(name);
            return owner === undefined ? [] : failureOf(shell, id, { name, version, owner });
          }),
        );
      }),
  );
  return failures.flat();
}

async function failureOf(
  shell: ShellCandidate,
  slice: string,
  { name, version, owner }: { name: string; version: string; owner: string },
): Promise<string> {
  const { bundled } = await packageUse(shell, name);
  const [own] = bundled;
  const shells = `that of the shell${own ? ` (${own.version})` : ''}`;
  return `${slice} contains ${name} ${version}, and a page has one copy, ${shells}: import ${owner} instead of bundling or sharing ${name}, and build ${slice} again`;
}
