/** Whether a release's files are there and are what was built. */
import pLimit from 'p-limit';
import type { Candidate } from '../release/candidate';
import { integrityOf } from '../release/publish';

const AT_ONCE = 8;

/** Every reason why they are not. What is to be run anew is read and hashed; of what runs already, presence and size are seen. */
export async function fileProblems(candidate: Candidate, isNew: boolean): Promise<string[]> {
  const { release, place } = candidate;
  const there = await candidate.sizes();
  const limit = pLimit(AT_ONCE);
  const problems = await Promise.all(
    Object.entries(release.files).map(([path, { size, integrity }]) =>
      limit(async () => {
        const found = there.get(path);
        if (found === undefined) return `is missing`;
        if (found !== size) return `has ${String(found)} bytes where ${String(size)} were built`;
        if (!isNew) return undefined;
        const bytes = await candidate.read(path);
        return bytes && integrityOf(bytes) === integrity ? undefined : 'was changed after the build';
      }).then(
        (problem) => problem && `${release.id}: ${path} in ${place} ${problem}: build and publish it again`,
      ),
    ),
  );
  return problems.filter((problem) => problem !== undefined);
}
