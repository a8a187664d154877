/** Any address that is not a page of the console. */
import { EmptyState, LinkButton, Main } from '@slipway/design-system';
import { useTitle } from '../features/frame/useTitle';
import { text } from '../messages';

export default function NotFoundPage() {
  useTitle(text.notFound);
  return (
    <Main>
      <EmptyState
        level={1}
        title={text.notFound}
        description={text.notFoundHint}
        action={<LinkButton href="/">{text.toOverview}</LinkButton>}
      />
    </Main>
  );
}
