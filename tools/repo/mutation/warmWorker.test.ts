/** All mutants run in one thread for each environment, each with the project's modules loaded again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createVitest } from 'vitest/node';

const project = 'globalThis.loads = (globalThis.loads ?? 0) + 1;';
const tests = `
  import { threadId } from 'node:worker_threads';
  import { test } from 'vitest';
  import './project.mjs';
  const note = ({ task }) => {
    task.meta.seen = { threadId, loads: globalThis.loads, page: typeof document };
  };
  test('first', note);
  test('second', note);
`;

interface Seen {
  threadId: number;
  loads: number;
  page: string;
  typed?: string;
}

/** Calls `check` with a function that runs the tests of `files` whose name matches, and returns what they saw. */
async function withVitest(
  files: Record<string, string>,
  check: (run: (name: RegExp) => Promise<[string, Seen][]>) => Promise<void>,
) {
  const results = join(import.meta.dirname, '../test-results');
  mkdirSync(results, { recursive: true });
  const root = mkdtempSync(join(results, 'warm-worker-'));
  for (const [name, text] of Object.entries({ 'project.mjs': project, ...files })) {
    writeFileSync(join(root, name), text);
  }
  // With its own threads.
  vi.resetModules();
  const { warmWorker } = await import('./warmWorker.mjs');
  const vitest = await createVitest(
    'test',
    { ...{ config: false, root, watch: false, reporters: [{}], maxWorkers: 1, isolate: false } },
    {
      plugins: [warmWorker],
      test: { setupFiles: [join(import.meta.dirname, 'freshModules.mjs')], include: ['*.test.mjs'] },
    },
  );
  try {
    await check(async (name) => {
      for (const one of vitest.projects) one.config.testNamePattern = name;
      vitest.state.filesMap.clear();
      await vitest.start();
      return vitest.state
        .getFiles()
        .flatMap((file) =>
          file.tasks.flatMap(({ meta }): [string, Seen][] =>
            'seen' in meta ? [[file.name, meta.seen as Seen]] : [],
          ),
        );
    });
  } finally {
    await vitest.close();
    rmSync(root, { recursive: true });
  }
}

test('a run has the thread of the run before, fresh modules and its own tests', () =>
  withVitest({ 'project.test.mjs': tests }, async (run) => {
    const seen = [...(await run(/first/)), ...(await run(/second/))].map(([, one]) => one);
    expect(seen.map(({ loads }) => loads)).toEqual([1, 2]);
    expect(seen[1]?.threadId).toBe(seen[0]?.threadId);
  }));

test('a file that asks for another environment has it, in each run', () =>
  withVitest(
    { 'code.test.mjs': tests, 'page.test.mjs': `// @vitest-environment jsdom\n${tests}` },
    async (run) => {
      for (const name of [/first/, /second/]) {
        const pages = (await run(name)).map(([file, { page }]) => [file, page]);
        expect(Object.fromEntries(pages)).toEqual({
          'code.test.mjs': 'undefined',
          'page.test.mjs': 'object',
        });
      }
    },
  ));

/** A page that shows what the user has typed. */
const typing = `// @vitest-environment jsdom
  import { cleanup, render, screen } from '@testing-library/react';
  import { userEvent } from '@testing-library/user-event';
  import { createElement, useState } from 'react';
  import { test } from 'vitest';
  function Field() {
    const [value, setValue] = useState('');
    const field = createElement('input', { value, onChange: ({ target }) => setValue(target.value) });
    return createElement('p', {}, field, createElement('output', {}, value));
  }
  const type = async ({ task }) => {
    render(createElement(Field));
    await userEvent.type(screen.getByRole('textbox'), 'ab');
    task.meta.seen = { typed: screen.getByRole('status').textContent };
    cleanup();
  };
  test('first', type);
  test('second', type);
`;

test('a page notices what the user types, in each run', () =>
  withVitest({ 'page.test.mjs': typing }, async (run) => {
    for (const name of [/first/, /second/]) {
      expect((await run(name)).map(([, { typed }]) => typed)).toEqual(['ab']);
    }
  }));
