/** DB-47: what the sign-in service is sent, its own client writes; nothing of ours speaks to it by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const sources = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)),
);

/** Comments may name the address that a function leads to. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const whoMatches = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(withoutComments(readFileSync(join(root, path), 'utf8'))));

describe('the sign-in service', () => {
  it('is addressed by no source file', { tags: ['DB-47'] }, () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(whoMatches(/auth\/v1/)).toEqual([]);
  });

  it('is called through its client, in libs/session alone', { tags: ['DB-47'] }, () => {
    const callers = whoMatches(/\.auth\s*\.\s*\w+\s*\(/);
    expect(callers.length).toBeGreaterThan(0);
    expect(callers.filter((path) => !path.startsWith('libs/session/'))).toEqual([]);
  });
});
