/** A web server finds the document of every address of every route. */
import { describe, expect, it } from 'vitest';
import { routeAt } from '@slipway/contracts';
import { documentsToTry } from './documentPaths';
import { documentNames } from './keys';

const paths = ['/', '/notes', '/notes/new', '/notes/:id', '/notes/:id/edit', '/files/*', '/a/:b?/c?'];
const owners = new Map(paths.flatMap((path) => documentNames(path).map((name) => [name, path] as const)));
const found = (address: string) => owners.get(documentsToTry(address).find((name) => owners.has(name)) ?? '');

describe('documentsToTry', () => {
  const own = ['/', '/notes', '/notes/new', '/notes/1', '/notes/1/edit', '/notes/new/edit', '/a', '/a/c'];
  const others = [
    '/files/1/2/3/4/5/6',
    '/files',
    '/a/1/c',
    '/a/1/2',
    '/other',
    '/notes/_',
    '/notes/ä b',
    '/notes/.x',
  ];
  it.each([...own, ...others])('finds the document of %s that belongs to its route', (address) => {
    const route = routeAt(
      paths.map((path) => ({ path })),
      address,
    );
    expect(found(address)).toBe(route?.path);
  });

  it('never leaves the folder, and has no not-found page or hidden file among its own names', () => {
    for (const address of ['/404', '/../keys', '/notes/..', '/Notes/1', '//notes', '/notes//1', '/_/x']) {
      expect(documentsToTry(address).filter((name) => /^404|\.\./.test(name))).toEqual([]);
    }
    expect(documentsToTry('/Notes/1')).toEqual([]);
    expect(documentsToTry(`/notes/${'x'.repeat(5_000)}`)).toEqual(['notes/_.html', 'notes/__.html']);
  });
});
