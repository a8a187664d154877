/** What a pgTAP file said: one result for each line of TAP. */

export interface TapResult {
  title: string;
  /** Undefined when it passed; else what was said. */
  problem: string | undefined;
}

/** The results of a file's output, and one more that fails when the file did not do what it planned. */
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
    results.push({ title: 'the plan is kept', problem });
  }
  return results;
}
