/** One route: its title, who may open it, and its page. */
import { FullScreenSpinner, PageSkeleton } from '@slipway/design-system';
import { Guard } from './Guard';
import { type HostRoute, useHost } from '../boot/hostContext';
import { t } from '../messages';
import { SlicePart } from '../loading/SlicePart';
import { useSite } from '../boot/useSite';

/** The document's title, as the document that the server sent has it. */
const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${useSite().name}`}</title>;

/** Any path that nobody has declared. */
export function NotFoundRoute() {
  const host = useHost();
  return (
    <>
      <PageTitle>{t('notFoundTitle')}</PageTitle>
      <SlicePart
        page="404"
        slice="shell"
        label={t('thisPage')}
        load={() => host.page('404')}
        waiting={<FullScreenSpinner />}
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
      load={() => host.page(route.path)}
      waiting={route.slice === 'shell' ? <FullScreenSpinner /> : <PageSkeleton title={route.title} />}
    />
  );
  return (
    <>
      <PageTitle>{route.title}</PageTitle>
      {route.access === 'public' ? page : <Guard>{page}</Guard>}
    </>
  );
}
