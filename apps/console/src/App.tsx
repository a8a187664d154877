/** The frame and the routes of the console. */
import { LinkProvider, SkipLink, Toasts } from '@slipway/design-system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { NO_RESPONSE, RequestError } from './data/client';
import { ConsoleLink } from './features/frame/ConsoleLink';
import { Header } from './features/frame/Header';
import { PageFocus } from './features/frame/PageFocus';
import HistoryPage from './routes/HistoryPage';
import NotFoundPage from './routes/NotFoundPage';
import OverviewPage from './routes/OverviewPage';
import PackagesPage from './routes/PackagesPage';
import SlicePage from './routes/SlicePage';

const MAX_RETRIES = 2;
const passing: ReadonlySet<string> = new Set(['unavailable', NO_RESPONSE]);

const client = new QueryClient({
  defaultOptions: {
    // The console is on this machine: it responds without a network, and says itself what it cannot reach.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      // Only what may pass is tried again; the server has said no to the rest.
      retry: (count, error) =>
        count < MAX_RETRIES && error instanceof RequestError && passing.has(error.code),
      staleTime: 5000,
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <LinkProvider component={ConsoleLink}>
          <SkipLink />
          <Header />
          <PageFocus />
          <Routes>
            <Route path="/" element={<OverviewPage />} />
            <Route path="/slices/:slice" element={<SlicePage />} />
            <Route path="/history" element={<HistoryPage />} />
            <Route path="/packages" element={<PackagesPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
          <Toasts />
        </LinkProvider>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
