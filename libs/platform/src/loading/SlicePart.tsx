/** One region of the page: loads its component when it is first rendered, with a loading and a failure state. */
import {
  type ComponentType,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  use,
  useRef,
  useState,
} from 'react';
import { ErrorReporter } from '@slipway/design-system';
import { useHost } from '../boot/hostContext';
import { never } from '../releases/releaseFallback';
import { PageArrival } from '../routing/PageArrival';
import { recordFailure } from './failures';
import { isUnloaded, LoadFailure, needsNewDocument } from './loadFailure';
import { timeLimitsOf } from './loadSteps';
import { SliceBoundary } from './SliceBoundary';
import { Committed, StayedUp } from './StayedUp';
import { Waiting } from './Waiting';

interface SlicePartProps {
  slice: string;
  label: string;
  /** The first attempt, if it has failed before the region is rendered. */
  failed?: Promise<ComponentType> | undefined;
  /** Called for each other attempt. */
  load: () => Promise<ComponentType>;
  /** The slot's props. The compiler has checked both sides. */
  props?: object;
  waiting: ReactNode;
  /** The path, if the region is a whole page. */
  page?: string;
  /** Whether the user has navigated to this page, and not to a page inside it. */
  isArrival?: boolean;
  /** Whether another page renders this one. */
  isNested?: boolean;
}

interface LoadedProps {
  component: Promise<ComponentType>;
  props: object | undefined;
}

/** Memoized, so that it does not re-render with its region: a page has no props. */
const Loaded = memo(({ component, props }: LoadedProps) => createElement(use(component), props));
Loaded.displayName = 'Loaded';

export function SlicePart({
  slice,
  label,
  failed,
  load,
  props,
  waiting,
  page,
  isArrival = true,
  isNested = false,
}: SlicePartProps) {
  const { composition, fallback, updateWatcher, hasTools } = useHost();
  // The promise is state: a re-render after a rejection must not start another attempt.
  const [component, setComponent] = useState(() => failed ?? fallback.guard(slice, load()));
  const phaseRef = useRef<'render' | 'effect'>('render');
  const released = composition.slices[slice];

  const loadAgain = async (error: unknown): Promise<ComponentType> => {
    if (needsNewDocument(error) || (await updateWatcher.canUpdate())) {
      window.location.reload();
      return never;
    }
    return fallback.guard(slice, load());
  };
  const step = page === undefined ? 'slot' : 'page';
  const limit = timeLimitsOf(composition)[step];
  const version = released?.version ?? composition.shell.version;
  const owner = released?.owner ?? 'shell';
  /** Reports errors that boundaries inside the part have caught. */
  const report = (error: unknown) => {
    const caught = isUnloaded(error)
      ? ({ phase: 'load', part: 'chunk' } as const)
      : ({ phase: 'render', part: step } as const);
    const { phase, part } = error instanceof LoadFailure ? error : caught;
    recordFailure({ slice, version, owner, phase, part }, error);
  };
  const pending = (
    <Waiting label={label} step={step} limit={limit} component={component}>
      {waiting}
    </Waiting>
  );
  const part = (
    <SliceBoundary
      slice={slice}
      version={version}
      owner={owner}
      label={label}
      page={page}
      isNested={isNested}
      phaseRef={phaseRef}
      onCrash={(error) => fallback.afterCrash(slice, error)}
      onRetry={(error) => {
        phaseRef.current = 'render';
        const again = loadAgain(error);
        again.catch(() => undefined);
        setComponent(again);
      }}
      waiting={waiting}
    >
      <Suspense fallback={pending}>
        <Committed phaseRef={phaseRef} />
        <ErrorReporter value={report}>
          <Loaded component={component} props={props} />
        </ErrorReporter>
        {page !== undefined && isArrival && <PageArrival path={page} title={label} />}
        <StayedUp
          phaseRef={phaseRef}
          onWorking={() => {
            fallback.markWorking(slice);
          }}
        />
      </Suspense>
    </SliceBoundary>
  );
  // The release tools find regions by this element. It has no box, so the layout stays the same.
  return hasTools ? (
    <div data-region={label} data-slice={slice} style={{ display: 'contents' }}>
      {part}
    </div>
  ) : (
    part
  );
}
