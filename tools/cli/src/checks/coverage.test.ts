/** A slice whose code a browser would run without a hash is rejected, with what to do about it. */
import { describe, expect, it } from 'vitest';
import type { SliceCandidate } from '../release/candidate';
import { sliceRelease } from '../testing/releases';
import { coverageFailures } from './coverage';

const manifestOf = (type: string) => JSON.stringify({ metaData: { remoteEntry: { type } } });

/** The failures of a slice with these files besides its federation manifest, without the slice's name. */
async function failuresOf(type: 'global' | 'module', files: Record<string, string>): Promise<string[]> {
  const contents: Record<string, string> = { 'mf-manifest.json': manifestOf(type), ...files };
  const listed = Object.keys(contents).map((path) => [path, { size: 1, integrity: '' }]);
  const failures = await coverageFailures({
    release: sliceRelease({ files: Object.fromEntries(listed) as ReturnType<typeof sliceRelease>['files'] }),
    read: (path: string) => Promise.resolve(Buffer.from(contents[path] ?? '')),
  } as SliceCandidate);
  return failures.map((failure) => failure.replace(/^market: /, ''));
}

const container = 'window.market = { get() {}, init() {} };';
const runtime =
  'try{import(a).then(b).catch(c)}catch(e){fail(`Failed to load ESM entry from "${a}". ${e.message}`)}';

describe('accepts', () => {
  it.each([
    ['scripts', { 'remoteEntry.js': container, 'chunk.js': '(self.chunks=self.chunks||[]).push([[1],{}])' }],
    ['the federation runtime in a container', { 'remoteEntry.js': container + runtime }],
    ['text that only mentions imports', { 'remoteEntry.js': `${container} var help = "import('./x.js')"` }],
    ['stylesheets', { 'page.css': '/* @import "old.css"; */ h1 { color: red }' }],
  ])('%s', async (_what, files) => {
    expect(await failuresOf('global', files)).toEqual([]);
  });

  it('modules that import files of the release, also at computed addresses', async () => {
    const files = {
      'remoteEntry.js': 'export const get = () => import("./assets/page.js"); export const init = () => {}',
      'assets/page.js': 'import { a } from "../shared.mjs"; export default () => import(import.meta.url + a)',
      'shared.mjs': 'export const a = 1',
    };
    expect(await failuresOf('module', files)).toEqual([]);
  });
});

describe('rejects', () => {
  it.each([
    ['new Worker("w.js")', 'starts a worker'],
    ['new SharedWorker(url)', 'starts a worker'],
    ['navigator.serviceWorker.register("sw.js")', 'starts a worker'],
    ['importScripts("x.js")', 'starts a worker'],
    ['context.audioWorklet.addModule("x.js")', 'starts a worker'],
    ['export default 1', 'is an ES module, but the container is not one'],
    ['import("./remoteEntry.js")', 'imports "./remoteEntry.js" as an ES module'],
    ['import(address)', 'imports an address that it computes'],
    [
      'import("https://cdn.example/x.js")',
      'imports "https://cdn.example/x.js", which is no file of the release',
    ],
    ['function (', 'is not valid JavaScript'],
  ])('%s in a script', async (code, reason) => {
    const [failure, ...others] = await failuresOf('global', { 'remoteEntry.js': container, 'page.js': code });
    expect(failure).toContain(`page.js ${reason}`);
    expect(others).toEqual([]);
  });

  it.each([
    ['import "react"', 'imports "react", which is no file of the release'],
    ['import "./missing.js"', 'imports "./missing.js", which the release does not list as a script'],
    ['import "../../other/page.js"', 'imports "../../other/page.js", which the release does not list'],
    ['import a from "./mf-manifest.json" with { type: "json" }', 'imports a file that is no script'],
    ['new Worker(new URL("w.js", import.meta.url))', 'starts a worker'],
  ])('%s in a module', async (code, reason) => {
    const [failure, ...others] = await failuresOf('module', { 'page.js': code });
    expect(failure).toContain(`page.js ${reason}`);
    expect(others).toEqual([]);
  });

  it('an @import in a stylesheet', async () => {
    expect(await failuresOf('global', { 'page.css': '@import url(other.css);' })).toEqual([
      'page.css has an @import, which a browser does not verify: bundle the stylesheet into one file',
    ]);
  });
});

describe('of a sandboxed slice', () => {
  const sandboxed = async (files: Record<string, string>) => {
    const listed = Object.keys(files).map((path) => [path, { size: 1, integrity: '' }]);
    const release = sliceRelease({
      ...{ isolation: 'sandbox', entry: 'frame.js' },
      files: Object.fromEntries(listed) as ReturnType<typeof sliceRelease>['files'],
    });
    const read = (path: string) => Promise.resolve(Buffer.from(files[path] ?? ''));
    return (await coverageFailures({ release, read } as SliceCandidate)).join('\n');
  };

  it('accepts one script, which may be a module, and one stylesheet', async () => {
    expect(
      await sandboxed({ 'frame.js': 'export default 1; console.log("<\\/script>")', 'a.css': 'a {}' }),
    ).toBe('');
  });

  it.each([
    [{ 'frame.js': '', 'chunk.js': '' }, 'has the scripts frame.js, chunk.js'],
    [{ 'frame.js': '', 'a.css': '', 'b.css': '' }, 'has the stylesheets a.css, b.css'],
    [{ 'frame.js': 'import("./chunk.js")' }, 'imports "./chunk.js", which the release does not list'],
    [{ 'frame.js': 'var a = "</SCRIPT>"' }, 'contains "</script"'],
    [{ 'frame.js': 'var a = "<!--"' }, 'contains "</script", "<!--"'],
    [{ 'frame.js': 'a()\r\nb()' }, 'a carriage return'],
    [{ 'frame.js': '', 'a.css': 'a::after { content: "</style>" }' }, 'a stylesheet contains "</style"'],
    [{ 'frame.js': '', 'a.css': '@import "b.css";' }, 'a stylesheet has an @import'],
  ])('rejects %j', async (files, reason) => {
    expect(await sandboxed(files)).toContain(reason);
  });
});
