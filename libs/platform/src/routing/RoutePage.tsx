/** One route: its title, its guard and its page. If pages are nested, the innermost one sets the title. */
import { useLocation, useMatches } from 'react-router-dom';
import { Main, PageSkeleton, PageSpinner } from '@slipway/design-system';
import { failedFirstPart, forgetFirstPart } from '../boot/firstPage';
import { useSite } from '../boot/hostHooks';
import { type HostRoute, useHost, useReactiveHost } from '../boot/hostContext';
import { isDynamic } from '@slipway/contracts';
import { SlicePart } from '../loading/SlicePart';
import { t } from '../messages';
import { Guard } from './Guard';
import { HeldFocus } from './PageArrival';
import { PageHead } from './PageHead';
import { SIGN_IN } from './returnPath';

/** The title, in the format of the document from the server. */
const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${useSite().name}`}</title>;

/** The loading state of a page whose title says little, such as the landing page. */
const shellPageSpinner = (
  <>
    <HeldFocus />
    <Main data-fills="">
      <PageSpinner />
    </Main>
  </>
);

/** The loading state of a nested page, or of a page of a slice. */
const waitingFor = ({ parent, title }: HostRoute) => (
  <>
    <HeldFocus />
    {parent === undefined ? <PageSkeleton title={title} /> : <PageSpinner />}
  </>
);

/** Rendered for every path that no route declares. */
export function NotFoundRoute() {
  const host = useHost();
  return (
    <>
      <PageTitle>{t('notFoundTitle')}</PageTitle>
      <PageHead route={{ path: '/404', access: 'public', head: { robots: 'noindex' } }} />
      <SlicePart
        page="404"
        slice="shell"
        label={t('thisPage')}
        load={() => host.page({ slice: 'shell', path: '404' })}
        waiting={shellPageSpinner}
      />
    </>
  );
}

export function RoutePage({ route }: { route: HostRoute }) {
  const host = useHost();
  const { pathname, search } = useLocation();
  const isNested = route.parent !== undefined;
  const isInnermost = useMatches().at(-1)?.handle === route;
  const page = (
    <SlicePart
      // Another note is another page, for the focus and for screen readers.
      page={isDynamic(route.path) ? pathname : route.path}
      isArrival={isInnermost}
      isNested={isNested}
      slice={route.slice}
      label={route.title}
      failed={failedFirstPart(route.path)}
      load={() => {
        forgetFirstPart(route.path);
        return host.page(route, { pathname, search });
      }}
      waiting={route.slice === 'shell' && !isNested ? shellPageSpinner : waitingFor(route)}
    />
  );
  const prefetchSignIn = () => {
    const signIn = host.routes.find(({ path }) => path === SIGN_IN);
    // Ignore prefetch errors; navigation reports them.
    if (signIn) host.page(signIn, { pathname: SIGN_IN, search: '' }).catch(() => undefined);
  };
  const guarded = (
    <Guard signInPage={<SignInPage />} prefetchSignIn={prefetchSignIn}>
      {page}
    </Guard>
  );
  return (
    <>
      {isInnermost && <PageTitle>{route.title}</PageTitle>}
      {isInnermost && <PageHead route={route} />}
      {route.access === 'public' || isNested ? page : guarded}
    </>
  );
}

/** The sign-in page without its URL: the user has not navigated there. */
function SignInPage() {
  const host = useReactiveHost();
  const { search } = useLocation();
  const route = host.routes.find(({ path }) => path === SIGN_IN);
  if (!route) return <PageSpinner />;
  return (
    <SlicePart
      page={route.path}
      isArrival={false}
      slice={route.slice}
      label={route.title}
      load={() => host.page(route, { pathname: route.path, search })}
      waiting={<PageSkeleton title={route.title} />}
    />
  );
}
