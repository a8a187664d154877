/** The check, the web servers and prefetching choose the route of an address that the page's router chooses. */
import { describe, expect, it } from 'vitest';
import { matchRoutes } from 'react-router-dom';
import { routeAt } from '@slipway/contracts';

const paths = ['/', '/notes', '/notes/new', '/notes/:id', '/notes/:id/edit', '/notes/:id/*', '/a/:b?/c?'];
const addresses = [
  ...['/', '/notes', '/notes/new', '/notes/1', '/notes/1/edit', '/notes/new/edit', '/notes/1/2/3/4/5'],
  ...['/a', '/a/c', '/a/1/c', '/a/1/2', '/other', '/notes/'],
];

describe('routeAt', () => {
  it.each(addresses)("chooses the route of %s that the page's router chooses", (address) => {
    const routers = matchRoutes(
      paths.map((path) => ({ path })),
      address,
    );
    expect(
      routeAt(
        paths.map((path) => ({ path })),
        address,
      )?.path,
    ).toBe(routers?.at(-1)?.route.path);
  });
});
