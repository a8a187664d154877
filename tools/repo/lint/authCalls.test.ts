/** DB-47: only Supabase's client sends requests to the auth service, and only libs/session calls it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const sources = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)),
);

/** Comments may mention the address. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const filesMatching = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(withoutComments(readFileSync(join(root, path), 'utf8'))));

describe('the auth service', () => {
  it('has its address in no source file', { tags: ['DB-47'] }, () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(filesMatching(/auth\/v1/)).toEqual([]);
  });

  it('is called through its client, only in libs/session', { tags: ['DB-47'] }, () => {
    const callers = filesMatching(/\.auth\s*\.\s*\w+\s*\(/);
    expect(callers.length).toBeGreaterThan(0);
    expect(callers.filter((path) => !path.startsWith('libs/session/'))).toEqual([]);
  });
});
