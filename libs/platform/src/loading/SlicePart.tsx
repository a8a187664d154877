/** One region of the page: loads its component when it is first rendered, with a loading and a failure state. */
import { type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react';
import { ProgressLine } from '@slipway/design-system';
import { useHost } from '../boot/hostContext';
import { PageArrival } from '../routing/PageArrival';
import { SliceBoundary } from './SliceBoundary';

interface SlicePartProps {
  slice: string;
  label: string;
  /** Called for each attempt. */
  load: () => Promise<ComponentType>;
  /** The slot's props. The compiler has checked both sides. */
  props?: object;
  waiting: ReactNode;
  /** The path, if the region is a whole page. */
  page?: string;
}

interface LoadedProps {
  component: Promise<ComponentType>;
  props: object | undefined;
}

const Loaded = ({ component, props }: LoadedProps) => createElement(use(component), props);

const PageLoading = ({ children }: { children: ReactNode }) => (
  <>
    <ProgressLine />
    {children}
  </>
);

export function SlicePart({ slice, label, load, props, waiting, page }: SlicePartProps) {
  const { composition, withFallback } = useHost();
  // The promise is state: rendering again after a rejection must not start another attempt.
  const [component, setComponent] = useState(() => withFallback(slice, load()));
  const released = composition.slices[slice];
  return (
    <SliceBoundary
      slice={slice}
      version={released?.version ?? composition.shell.version}
      owner={released?.owner ?? 'shell'}
      label={label}
      isPage={page !== undefined}
      onRetry={() => {
        setComponent(withFallback(slice, load()));
      }}
    >
      <Suspense fallback={page === undefined ? waiting : <PageLoading>{waiting}</PageLoading>}>
        <Loaded component={component} props={props} />
        {page !== undefined && <PageArrival path={page} title={label} />}
      </Suspense>
    </SliceBoundary>
  );
}
