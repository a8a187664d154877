/** Parses the output of a pgTAP file: one result per TAP line. */

export interface TapResult {
  title: string;
  /** The output of a failed test; undefined when it passed. */
  problem: string | undefined;
}

/** The results of a file, and a failed one when their number differs from the plan. */
export function readTap(output: readonly string[]): TapResult[] {
  const results: TapResult[] = [];
  let planned: number | undefined;
  const remarks: string[] = [];
  for (const text of output) {
    const [first = ''] = text.split('\n');
    const [, not, title] = /^(not )?ok \d+(?: - (.*))?$/.exec(first) ?? [];
    const [, plan] = /^1\.\.(\d+)$/.exec(first) ?? [];
    if (title !== undefined) results.push({ title, problem: not ? text : undefined });
    else if (plan) planned = Number(plan);
    else if (first.startsWith('#')) remarks.push(text);
  }
  if (planned !== results.length || results.length === 0) {
    const problem = [`${String(results.length)} of ${String(planned)} tests ran`, ...remarks].join('\n');
    results.push({ title: 'the number of tests equals the plan', problem });
  }
  return results;
}
