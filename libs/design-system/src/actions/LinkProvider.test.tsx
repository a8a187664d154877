import type { ComponentPropsWithRef } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Link } from './Link';
import { LinkButton } from './LinkButton';
import { LinkProvider } from './LinkProvider';

afterEach(cleanup);

const RouterLink = ({ href, ...rest }: ComponentPropsWithRef<'a'>) => (
  <a href={href} data-router="yes" {...rest}>
    {rest.children}
  </a>
);

test('renders plain links without a provider', () => {
  render(<Link href="/marketplace">Marketplace</Link>);
  const link = screen.getByRole('link', { name: 'Marketplace' });
  expect(link.getAttribute('href')).toBe('/marketplace');
  expect(link.dataset.router).toBeUndefined();
});

test('renders links and link buttons with the provided component', () => {
  render(
    <LinkProvider component={RouterLink}>
      <Link href="/a">A</Link>
      <LinkButton href="/b">B</LinkButton>
    </LinkProvider>,
  );
  for (const link of screen.getAllByRole('link')) expect(link.dataset.router).toBe('yes');
});
