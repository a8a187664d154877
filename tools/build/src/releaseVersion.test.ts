/** The version of a release depends on its content only, and stays what earlier builds have in their descriptions. */
import { expect, it } from 'vitest';
import { releaseVersion } from './releaseVersion';

const parse = (json: string) => JSON.parse(json) as object;

it('is the hash of the content, whatever the order of its fields', () => {
  const one = '{"id":"notes","files":{"b.js":{"size":2,"integrity":"y"},"a.js":{"integrity":"x","size":1}}}';
  const other =
    '{"files":{"a.js":{"size":1,"integrity":"x"},"b.js":{"integrity":"y","size":2}},"id":"notes"}';
  expect(releaseVersion(parse(one))).toBe(releaseVersion(parse(other)));
  expect(releaseVersion(parse(one))).not.toBe(releaseVersion(parse(one.replace('"size":1', '"size":3'))));
  expect(releaseVersion({ ...parse(one), commit: 'c', builtAt: 'now', version: 'v', evidence: {} })).toBe(
    releaseVersion(parse(one)),
  );
});

it('is the same as in releases that are published already, also with keys that are numbers or __proto__', () => {
  const content =
    '{"id":"notes","files":{"b.js":{"size":2,"integrity":"y"},"a.js":{"integrity":"x","size":1}},"pages":{"/b":[],"404":["a.js"],"10":[],"/a":["b.js"]},"__proto__":{"a":1},"Z":1,"é":2,"\\ud83d\\ude00":3,"\\uffff":4}';
  expect(releaseVersion(parse(content))).toBe('03076d06a345a1c7');
});
