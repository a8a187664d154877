/** Renders a page or a part of one as the shell would: host, router, query client and toasts. Nothing is retried. */
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, getConfig, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { StyleSheetManager } from 'styled-components';
import { createQueryClient } from '@slipway/data';
import { LinkProvider, Toasts } from '@slipway/design-system';
import { TestHost, type TestHostOptions, TestLink } from '@slipway/platform/testing';
import { fillJsdomGaps } from './jsdomGaps';
import { removeToasts } from './removeToasts';

const { getElementError } = getConfig();
/** Set while a query is repeated: its error is shown only after the last time. */
const isRepeated = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;

configure({
  // Tests share the machine with builds: a second, the default, is too short.
  asyncUtilTimeout: 15_000,
  // An error prints the whole page, which was a tenth of the time of these tests.
  getElementError: (message, container) =>
    isRepeated()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});
fillJsdomGaps();

/** Styles go to an element outside the document: jsdom evaluates every rule for each element of a role query. */
const detached = document.createElement('div');

export type PageOptions = TestHostOptions;

/** Starts at `address`, one step after `/`, so that `back()` leaves the page. */
export function renderPage(element: ReactNode, address = '/', options: PageOptions = {}) {
  removeToasts();
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/', address] });
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } });
  const view = render(
    <StyleSheetManager target={detached}>
      <TestHost {...options}>
        <QueryClientProvider client={queryClient}>
          <LinkProvider component={TestLink}>
            <RouterProvider router={router} />
          </LinkProvider>
          <Toasts />
        </QueryClientProvider>
      </TestHost>
    </StyleSheetManager>,
  );
  return {
    ...view,
    router,
    queryClient,
    address: () => router.state.location.pathname + router.state.location.search,
    /** As a browser does, with an event. */
    back: async () => {
      await router.navigate(-1);
      window.dispatchEvent(new PopStateEvent('popstate'));
    },
    /** The texts of the visible toasts, newest first. */
    toasts: (kind?: 'success' | 'error' | 'info' | 'warning') =>
      [...document.querySelectorAll(`[data-toast${kind ? `=${kind}` : ''}]:not([data-leaving])`)].map(
        ({ textContent }) => textContent,
      ),
  };
}
