/** Renders a part of this slice as the shell would: one router, one query client. Retries are left out. */
import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';

export function renderPage(element: ReactNode, address = '/agents') {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/', address] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    router,
    address: () => router.state.location.pathname + router.state.location.search,
    back: () => router.navigate(-1),
  };
}
