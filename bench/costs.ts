/** The time and the memory of other processes. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Cost {
  seconds: number;
  /** Of the processor, with all child processes. */
  cpu: number;
}

/** Runs a command to its end. @throws when it fails */
export function costOf(command: string, env: Record<string, string> = {}): Cost {
  const began = performance.now();
  const script = `${command} >&2; status=$?; times; exit $status`;
  const { status, stdout } = spawnSync('bash', ['-c', script], {
    ...{ cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...env }, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} failed: see its output above`);
  const seconds = (performance.now() - began) / 1_000;
  // The second line of `times` is that of the children: user and system time, such as 0m3.210s.
  const [, children = ''] = stdout.trim().split('\n').slice(-2);
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest),
    0,
  );
  return { seconds, cpu };
}

/** MB of memory of a process and its children; a page that several of them share counts once. */
export function memoryOf(pid: number): number {
  const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1];
  const children = readdirSync(`/proc/${String(pid)}/task`).flatMap((task) =>
    readFileSync(`/proc/${String(pid)}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return children.reduce((sum, child) => sum + memoryOf(child), Number(pss) / 1_000);
}
