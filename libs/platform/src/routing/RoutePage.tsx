/** One route: its title, its guard and its page. */
import { PageSkeleton, PageSpinner } from '@slipway/design-system';
import { useSite } from '../boot/hostHooks';
import { type HostRoute, useHost } from '../boot/hostContext';
import { SlicePart } from '../loading/SlicePart';
import { t } from '../messages';
import { Guard } from './Guard';

/** The title, in the same form as in the document that the server sent. */
const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${useSite().name}`}</title>;

/** Rendered for every path that no route declares. */
export function NotFoundRoute() {
  const host = useHost();
  return (
    <>
      <PageTitle>{t('notFoundTitle')}</PageTitle>
      <SlicePart
        page="404"
        slice="shell"
        label={t('thisPage')}
        load={() => host.page({ slice: 'shell', path: '404' })}
        waiting={<PageSpinner />}
      />
    </>
  );
}

export function RoutePage({ route }: { route: HostRoute }) {
  const host = useHost();
  const page = (
    <SlicePart
      page={route.path}
      slice={route.slice}
      label={route.title}
      load={() => host.page(route)}
      waiting={route.slice === 'shell' ? <PageSpinner /> : <PageSkeleton title={route.title} />}
    />
  );
  return (
    <>
      <PageTitle>{route.title}</PageTitle>
      {route.access === 'public' ? page : <Guard>{page}</Guard>}
    </>
  );
}
