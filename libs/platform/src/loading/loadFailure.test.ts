/** Which part of a release failed, whether it arrived, and whether another attempt can help. */
import { describe, expect, test } from 'vitest';
import { AppError } from '@slipway/contracts';
import { failureText } from './failureText';
import { isUnloaded, LoadFailure, needsNewDocument, partOfFile, RestFailure, textOf } from './loadFailure';

const failure = (phase: LoadFailure['phase']) => new LoadFailure(phase, 'chunk', 'slice_unreachable', 'x');
const named = (name: string, message = 'x') => Object.assign(new Error(message), { name });

test.each([
  ['mf-manifest.json', 'mf-manifest.json', 'manifest'],
  ['remoteEntry.js', 'remoteEntry.js', 'entry'],
  ['static/remoteEntry.1a.js', 'mf-manifest.json', 'entry'],
  ['other-remoteEntry.1a.js', 'mf-manifest.json', 'chunk'],
  ['__federation_expose_slice.js', 'mf-manifest.json', 'module'],
  ['static/__federation_expose_slice.js', 'mf-manifest.json', 'module'],
  ['my__federation_expose_slice.js', 'mf-manifest.json', 'chunk'],
  ['data.json', 'mf-manifest.json', 'chunk'],
])('%s of a release whose entry is %s is its %s', (file, entry, part) => {
  expect(partOfFile(file, entry)).toBe(part);
});

describe('isUnloaded', () => {
  test.each([
    failure('load'),
    failure('hang'),
    new AppError('slice_untrusted', 'x'),
    new Error('Loading chunk 7 failed'),
    new Error('Loading CSS chunk 7 failed'),
    new Error('Loading module /a.js failed'),
    named('ChunkLoadError'),
    new Error('#RUNTIME-008'),
    new TypeError('Failed to fetch dynamically imported module: /a.js'),
    new TypeError('error loading dynamically imported module'),
    new TypeError('Importing a module script failed.'),
    new Error('Unsatisfied version 2 of shared singleton'),
    'ChunkLoadError',
  ])('is true for a file that did not arrive (%#)', (error) => {
    expect(isUnloaded(error)).toBe(true);
  });

  test.each([
    failure('evaluate'),
    new TypeError('x is not a function'),
    new Error('#RUNTIME-001'),
    new Error('#RUNTIME-008: ScriptExecutionError'),
    'text',
    undefined,
  ])('is false for code that threw (%#)', (error) => {
    expect(isUnloaded(error)).toBe(false);
  });
});

test.each([
  [failure('evaluate'), true],
  [failure('hang'), true],
  [failure('load'), false],
  [new AppError('slice_incompatible', 'x'), true],
  [new AppError('slice_unreachable', 'x'), false],
  [new RestFailure(new Error('x')), true],
  [new Error('x'), false],
])('only a new document helps after error %#: %s', (error, isNeeded) => {
  expect(needsNewDocument(error)).toBe(isNeeded);
});

test('a failure of the rest of the composition keeps its code and its cause', () => {
  const cause = new AppError('slice_untrusted', 'altered');
  expect(new RestFailure(cause)).toMatchObject({
    ...{ phase: 'load', part: 'manifest', code: 'slice_untrusted', message: 'altered', cause },
  });
  expect(new RestFailure('offline')).toMatchObject({ code: 'slice_unreachable', message: 'offline' });
  expect([textOf(new Error('a')), textOf(7)]).toEqual(['a', '7']);
});

test('the text of a failure tells a hang from a file that is not trusted, and an error of the code', () => {
  const texts = [
    failure('hang'),
    failure('load'),
    new AppError('slice_untrusted', 'x'),
    new AppError('slice_incompatible', 'x'),
    new AppError('forbidden', 'x'),
  ].map((error) => failureText.description(error, 'part'));
  expect(new Set(texts).size).toBe(5);
  expect(failureText.description(new Error('x'), 'part')).toBe(texts[4]);
  expect(failureText.title('Billing')).toContain('Billing');
  expect(failureText.title('This page')).toBe('Couldn’t load this page');
});
