/** Limits a failure to its region of the page, which shows an error and a retry button. */
import { Component, Fragment, type ReactNode, type RefObject } from 'react';
import { ErrorState, Main } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { PageArrival } from '../routing/PageArrival';
import { recordFailure } from './failures';
import { failureText } from './failureText';
import { LoadFailure } from './loadFailure';

export interface SliceBoundaryProps {
  slice: string;
  version: string;
  owner: string;
  /** The name of the region, such as "Marketplace". */
  label: string;
  /** The path, if the region is the whole page between header and footer. */
  page: string | undefined;
  /** Whether another page renders it. The outer page has the `main` element. */
  isNested?: boolean;
  /** Whether React is rendering the part or running its effects. */
  phaseRef: RefObject<'render' | 'effect'>;
  /** Resolves when the error should be shown, because no other release can replace this one. */
  onCrash: (error: unknown) => Promise<unknown>;
  onRetry: (error: unknown) => void;
  /** Shown until `onCrash` has resolved. */
  waiting: ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  status: 'up' | 'recovering' | 'failed';
}

export class SliceBoundary extends Component<SliceBoundaryProps, State> {
  override state: State = { error: undefined, status: 'up' };
  /** The path of the page that failed. */
  private failedPage: string | undefined;

  static getDerivedStateFromError(error: unknown): State {
    return { error, status: 'recovering' };
  }

  override componentDidCatch(error: unknown): void {
    const { slice, version, owner, page, phaseRef, onCrash } = this.props;
    this.failedPage = page;
    const failure = { phase: phaseRef.current, part: page === undefined ? 'slot' : 'page' } as const;
    const { phase: failedPhase, part } = error instanceof LoadFailure ? error : failure;
    recordFailure({ slice, version, owner, phase: failedPhase, part }, error);
    void onCrash(error).then(() => {
      this.setState({ status: 'failed' });
    });
  }

  override componentDidUpdate(): void {
    window.removeEventListener('online', this.retry);
    const { error, status } = this.state;
    const { page, phaseRef } = this.props;
    // Reset for another page of the same route, such as another note. A part that did not load fails again with the
    // same error.
    if (status === 'failed' && this.failedPage !== page) {
      phaseRef.current = 'render';
      this.setState({ error: undefined, status: 'up' });
      return;
    }
    // Only the connection failed: retry when it is back.
    if (status === 'failed' && isAppError(error) && error.code === 'slice_unreachable') {
      window.addEventListener('online', this.retry);
    }
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.retry);
  }

  private readonly retry = (): void => {
    const { error } = this.state;
    this.setState({ error: undefined, status: 'up' });
    this.props.onRetry(error);
  };

  override render(): ReactNode {
    const { error, status } = this.state;
    const { label, page, isNested = false, waiting, children } = this.props;
    if (status === 'up') return children;
    if (status === 'recovering') return waiting;
    const title = failureText.title(label);
    const region = page === undefined || isNested ? 'part' : 'page';
    const failure = (
      <ErrorState
        title={title}
        description={failureText.description(error, region)}
        level={region === 'part' ? 2 : 1}
        onRetry={this.retry}
      />
    );
    if (page === undefined) return failure;
    const Region = isNested ? Fragment : Main;
    return (
      <Region>
        {failure}
        <PageArrival path={page} title={title} isFailure />
      </Region>
    );
  }
}
