/** One region of the page: a component that arrives when it is shown, with a picture for the wait and for a failure. */
import { type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react';
import { ProgressLine } from '@slipway/design-system';
import { useHost } from '../boot/hostContext';
import { PageArrival } from '../routing/PageArrival';
import { SliceBoundary } from './SliceBoundary';

interface SlicePartProps {
  slice: string;
  label: string;
  /** Called anew for every try; must give the same promise between two renders of one try. */
  load: () => Promise<ComponentType>;
  /** What a slot hands to its filler; the compiler held both sides to it. */
  props?: object;
  waiting: ReactNode;
  /** The path, where the region is the page itself and not a part of one. */
  page?: string;
}

interface ArrivedProps {
  component: Promise<ComponentType>;
  props: object | undefined;
}

const Arrived = ({ component, props }: ArrivedProps) => createElement(use(component), props);

const PageWait = ({ children }: { children: ReactNode }) => (
  <>
    <ProgressLine />
    {children}
  </>
);

export function SlicePart({ slice, label, load, props, waiting, page }: SlicePartProps) {
  const { composition, orReplaced } = useHost();
  // A try holds its promise: a rejected one must not start the next by itself.
  const [component, setComponent] = useState(() => orReplaced(slice, load()));
  const released = composition.slices[slice];
  return (
    <SliceBoundary
      slice={slice}
      version={released?.version ?? composition.shell.version}
      owner={released?.owner ?? 'shell'}
      label={label}
      isPage={page !== undefined}
      onRetry={() => {
        setComponent(orReplaced(slice, load()));
      }}
    >
      <Suspense fallback={page === undefined ? waiting : <PageWait>{waiting}</PageWait>}>
        <Arrived component={component} props={props} />
        {page !== undefined && <PageArrival path={page} title={label} />}
      </Suspense>
    </SliceBoundary>
  );
}
