/** Reads `docs/asvs.md`: the rows of its tables, and the counts in its head. */

export const statuses = ['met', 'not applicable', 'accepted exception', 'open'] as const;

export interface Requirement {
  /** Such as `1.2.4`. */
  id: string;
  level: string;
  subject: string;
  status: string;
  /** The proof or the reason, with code spans. */
  proof: string;
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The requirements in the order of the document. */
export const requirementsOf = (text: string): Requirement[] =>
  text
    .split('\n')
    .filter((line) => /^\| +\d+\.\d+\.\d+ +\|/.test(line))
    .map(cellsOf)
    .map(([id = '', level = '', subject = '', status = '', proof = '']) => ({
      ...{ id, level, subject, status, proof },
    }));

/** The counts of the head by status: level 1, level 2, both. */
export const countsOf = (text: string): Map<string, number[]> =>
  new Map(
    text
      .split('\n')
      .map(cellsOf)
      .filter(([status = '']) => [...statuses, 'all'].includes(status))
      .map(([status = '', ...numbers]) => [status, numbers.map(Number)]),
  );
