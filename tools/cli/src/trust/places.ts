/** The role and the path pattern for each use of a key. */
import { approverPattern, enderPath } from '../policy/paths';
import type { TopRole } from './chain';
import { environmentPattern, releasePath, slicePattern, statementPath } from './paths';

/** The use of a key. `environment` may be a family of previews, with all its previews. */
export type Purpose =
  | { slice: string }
  | { environment: string; isFamily: boolean }
  | { approver: string }
  | { ender: string }
  | { role: TopRole };

interface Place {
  name: string;
  pattern: string;
  /** A path that the pattern matches: the role that decides about it now gives its keys to a new role. */
  example: string;
}

export function placeOf(purpose: Exclude<Purpose, { role: TopRole }>): Place {
  if ('slice' in purpose) {
    const { slice } = purpose;
    return { name: `slice-${slice}`, pattern: slicePattern(slice), example: releasePath(slice, '0') };
  }
  if ('approver' in purpose) {
    const pattern = approverPattern(purpose.approver);
    return { name: `approvers-${purpose.approver}`, pattern, example: pattern.replace('*', '0') };
  }
  if ('ender' in purpose) {
    const { ender } = purpose;
    return {
      ...{ name: `canary-enders-${ender}`, pattern: enderPath(ender, '*') },
      example: enderPath(ender, 1),
    };
  }
  const { environment, isFamily } = purpose;
  const pattern = environmentPattern(isFamily ? `${environment}-*` : environment);
  return {
    ...{ name: `environment-${environment}`, pattern },
    example: statementPath(isFamily ? `${environment}-0` : environment, 1),
  };
}
