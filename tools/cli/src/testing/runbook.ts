/** Runs commands of `docs/runbook.md` in this process, word for word, on a machine that knows the keys it made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findWorkspace } from '../environment/workspace';
import { main } from '../main';
import type { Ran, TestWorkspace } from './workspace';

const runbook = readFileSync(join(import.meta.dirname, '../../../../docs/runbook.md'), 'utf8');

/** The text below a heading, up to the next one of its level. @throws without such a heading */
export function sectionOf(heading: string): string {
  const section = runbook.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/runbook.md has no heading ${heading}`);
  return section;
}

/** The lines of each `sh` block, without comments. */
export const blocksOf = (section: string): string[][] =>
  [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.replace(/\s#\s.*$/, '').trim()),
  );

/** The commands of `slipway` inside of sentences. */
export const inlineOf = (section: string): string[] =>
  [...section.replaceAll(/```.*?```/gs, '').matchAll(/`((?:SLIPWAY_\w+=\S+ )*npx slipway [^`]+)`/g)].map(
    ([, command = '']) => command,
  );

/** The arguments of a command line; quotes keep spaces. */
export const wordsOf = (line: string) =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );

const variable = /^(SLIPWAY_\w+)=(.*)$/;

export interface Machine {
  /** Runs a line. `answer` is typed where the command asks. */
  run(line: string, answer?: string): Promise<Ran>;
  /** Runs a line that must succeed. Returns its output. */
  must(line: string, answer?: string): Promise<string>;
  /** The keys that its lines made, by file name without `.pem`; `latest` has no file. */
  keys: Map<string, { keyId: string; publicKey: string }>;
}

/** `<ada>` stands for the public key in `keys/ada.pem`, `<id of ada>` for its first digits. */
export function machine(place: Pick<TestWorkspace, 'root'>): Machine {
  const keys: Machine['keys'] = new Map();
  const inWorkspace = (text: string) =>
    text.replaceAll(
      /(^|[:=])(keys|\.slipway)\//g,
      (_, before: string, folder: string) => `${before}${place.root}/${folder}/`,
    );
  const known = (name: string) => {
    const key = keys.get(name);
    if (!key) throw new Error(`The runbook makes no key ${name}`);
    return key;
  };
  const filled = (line: string) =>
    line
      .replaceAll(/<id of ([\w-]+)>/g, (_, name: string) => known(name).keyId.slice(0, 8))
      .replaceAll(/<([\w-]+)>/g, (_, name: string) => known(name).publicKey);

  const run = async (line: string, answer?: string): Promise<Ran> => {
    const words = wordsOf(filled(line)).map(inWorkspace);
    const variables = words.flatMap((word) =>
      variable.exec(word) ? [variable.exec(word)?.slice(1) ?? []] : [],
    );
    const env = { SLIPWAY_AUTHOR: 'a note', ...(Object.fromEntries(variables) as NodeJS.ProcessEnv) };
    const [npx, slipway, ...argv] = words.slice(variables.length);
    expect([npx, slipway]).toEqual(['npx', 'slipway']);
    const isKey = argv[0] === 'trust' && argv[1] === 'key';
    const ran = { code: 0, out: '', error: '' };
    ran.code = await main(
      isKey ? [...argv, '--json'] : argv,
      { out: (text) => (ran.out += text), error: (text) => (ran.error += text) },
      {
        env,
        workspace: () => findWorkspace(place.root, env),
        isInteractive: answer !== undefined,
        ask: () =>
          answer === undefined
            ? Promise.reject(new Error('The terminal is not interactive'))
            : Promise.resolve(answer),
        progress: () => undefined,
        print: () => undefined,
        interrupted: () => Promise.resolve(),
      },
    );
    if (isKey) {
      const [, name = 'latest'] = /(?:keys|\.slipway)\/([\w-]+)\.pem$/.exec(line) ?? [];
      keys.set(name, JSON.parse(ran.out) as { keyId: string; publicKey: string });
    }
    return ran;
  };
  return {
    run,
    keys,
    async must(line, answer) {
      const ran = await run(line, answer);
      expect({ line, code: ran.code, error: ran.error }).toEqual({ line, code: 0, error: '' });
      return ran.out;
    },
  };
}
