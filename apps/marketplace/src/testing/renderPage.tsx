/** Renders a part of this slice as the shell would: one router, one query client. Retries are left out. */
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { LinkProvider } from '@slipway/design-system';

// A busy machine takes longer than the second that is usual.
configure({ asyncUtilTimeout: 8_000 });

const RouterLink = ({ href = '', ...rest }: ComponentPropsWithRef<'a'>) => <Link to={href} {...rest} />;

export function renderPage(element: ReactNode, address = '/marketplace') {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/', address] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <LinkProvider component={RouterLink}>
        <RouterProvider router={router} />
      </LinkProvider>
    </QueryClientProvider>,
  );
  return {
    router,
    address: () => router.state.location.pathname + router.state.location.search,
    back: () => router.navigate(-1),
  };
}
