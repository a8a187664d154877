/** All mutants run in one thread, each with the project's modules loaded again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVitest } from 'vitest/node';
import { warmWorker } from './warmWorker.mjs';

const project = 'globalThis.loads = (globalThis.loads ?? 0) + 1;';
const tests = `
  import { threadId } from 'node:worker_threads';
  import { test } from 'vitest';
  import './project.mjs';
  const note = ({ task }) => {
    task.meta.seen = { threadId, loads: globalThis.loads };
  };
  test('first', note);
  test('second', note);
`;

test('a run has the thread of the run before, fresh modules and its own tests', async () => {
  const results = join(import.meta.dirname, '../test-results');
  mkdirSync(results, { recursive: true });
  const root = mkdtempSync(join(results, 'warm-worker-'));
  writeFileSync(join(root, 'project.mjs'), project);
  writeFileSync(join(root, 'project.test.mjs'), tests);
  const vitest = await createVitest(
    'test',
    { ...{ config: false, root, watch: false, reporters: [{}], maxWorkers: 1, isolate: false } },
    {
      plugins: [warmWorker],
      test: { setupFiles: [join(import.meta.dirname, 'freshModules.mjs')], include: ['*.test.mjs'] },
    },
  );
  try {
    const run = async (name: RegExp) => {
      for (const one of vitest.projects) one.config.testNamePattern = name;
      vitest.state.filesMap.clear();
      await vitest.start();
      const files = vitest.state.getFiles();
      return files.flatMap(({ tasks }) =>
        tasks.flatMap(({ name, meta }) => ('seen' in meta ? [[name, meta.seen]] : [])),
      );
    };
    const [first] = await run(/first/);
    const [second] = await run(/second/);
    expect([first?.[0], second?.[0]]).toEqual(['first', 'second']);
    const [one, other] = [first?.[1], second?.[1]] as { threadId: number; loads: number }[];
    expect(other?.threadId).toBe(one?.threadId);
    expect([one?.loads, other?.loads]).toEqual([1, 2]);
  } finally {
    await vitest.close();
    rmSync(root, { recursive: true });
  }
});
