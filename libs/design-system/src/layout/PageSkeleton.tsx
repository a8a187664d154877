/** A page whose code is on its way: the title is known, the rest is not. */
import { CardSkeletons } from '../feedback/CardSkeletons';
import { Page } from './Page';

export function PageSkeleton({ title, label = 'Loading' }: { title: string; label?: string }) {
  return (
    <Page title={title}>
      <CardSkeletons label={label} />
    </Page>
  );
}
