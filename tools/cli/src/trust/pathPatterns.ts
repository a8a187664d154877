/**
 * Whether a delegated pattern matches a path. TUF's library compiles each part of each pattern for each path, which
 * takes longer than all signatures of a deploy if every slice has a role. Our patterns have only literal parts and `*`.
 */
import type { Targets } from '@tufjs/models';

type DelegatedRole = NonNullable<NonNullable<Targets['delegations']>['roles']>[string];

const isLiteral = (part: string) => /^[\w.-]+$/.test(part);

/** Undefined for a pattern with other signs. A `*` matches any part but an empty one and one with a leading dot. */
function simpleMatch(pattern: string, path: string): boolean | undefined {
  const [patterns, parts] = [pattern.split('/'), path.split('/')];
  if (!patterns.every((part) => part === '*' || isLiteral(part))) return undefined;
  return (
    patterns.length === parts.length &&
    patterns.every((one, index) => (one === '*' ? /^[^.]/.test(parts[index] ?? '') : one === parts[index]))
  );
}

export function isDelegated(role: DelegatedRole, path: string): boolean {
  const matches = role.paths?.map((pattern) => simpleMatch(pattern, path));
  if (matches?.some((one) => one === true)) return true;
  return (matches === undefined || matches.includes(undefined)) && role.isDelegatedPath(path);
}
