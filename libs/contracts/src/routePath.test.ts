/** Paths with parameters, as the check, the web servers and the page understand them. */
import { expect, expectTypeOf, it } from 'vitest';
import {
  ambiguousPaths,
  fillPath,
  isRoutePath,
  matchesPath,
  patternsOf,
  type RouteParams,
} from './routePath';

it('accepts parameters, optional parts and a rest after a fixed segment', () => {
  const good = ['/notes/:id', '/notes/:id?', '/notes/edit?', '/files/*', '/a/:b/c/:d', '/a/b/c/d/e'];
  expect(good.filter((path) => !isRoutePath(path))).toEqual([]);
  const wrong = [
    'notes',
    '/:id',
    '/*',
    '/notes/*/x',
    '/a/:b/:b',
    '/a/:b/:c/:d/:e',
    '/Notes',
    '/notes/',
    '/a?',
  ];
  expect(wrong.filter(isRoutePath)).toEqual([]);
});

it('expands optional parts to one pattern for each document', () => {
  expect(patternsOf('/notes/:id?/edit?').map((pattern) => pattern.join('/'))).toEqual([
    'notes/:/edit',
    'notes/edit',
    'notes/:',
    'notes',
  ]);
  expect(patternsOf('/files/*').map((pattern) => pattern.join('/'))).toEqual(['files/*', 'files']);
});

it('matches an address, and no longer or shorter one', () => {
  expect(matchesPath('/notes/:id', '/notes/1')).toBe(true);
  expect(matchesPath('/notes/:id', '/notes')).toBe(false);
  expect(matchesPath('/notes/:id', '/notes/1/edit')).toBe(false);
  expect(matchesPath('/files/*', '/files/a/b/c/d/e/f')).toBe(true);
});

it('finds paths of which neither is the more precise one', () => {
  expect(ambiguousPaths(['/notes', '/notes/:id', '/notes/new', '/notes/*'])).toEqual([
    ['/notes', '/notes/*'],
  ]);
  expect(ambiguousPaths(['/a/:b/c', '/a/b/:c'])).toEqual([['/a/:b/c', '/a/b/:c']]);
  expect(ambiguousPaths(['/a/:b', '/a/:c'])).toEqual([['/a/:b', '/a/:c']]);
});

it('fills a path, and types its parameters', () => {
  expect(fillPath('/notes/:id/:tab?', { id: 'a b' })).toBe('/notes/a%20b');
  expect(fillPath('/files/*', { '*': 'a/b' })).toBe('/files/a/b');
  expectTypeOf<RouteParams<'/notes/:id/:tab?'>>().branded.toEqualTypeOf<{ id: string; tab?: string }>();
});
