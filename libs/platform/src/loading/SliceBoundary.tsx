/** Keeps a failure in the region where it happened: says in plain words what failed and offers another try. */
import { Component, type ReactNode } from 'react';
import { ErrorState, Main } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { recordFailure } from './failures';
import { failureText } from './failureText';

interface SliceBoundaryProps {
  slice: string;
  version: string;
  owner: string;
  /** What the person was to see here, such as "Marketplace". */
  label: string;
  /** The region is the page itself, between header and footer. */
  isPage: boolean;
  onRetry: () => void;
  children: ReactNode;
}

interface State {
  error: unknown;
  failed: boolean;
}

export class SliceBoundary extends Component<SliceBoundaryProps, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown): void {
    const { slice, version, owner } = this.props;
    recordFailure({ slice, version, owner, phase: 'render' }, error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const code = isAppError(this.state.error) ? this.state.error.code : 'unexpected';
    const { label, isPage, onRetry } = this.props;
    const failure = (
      <ErrorState
        title={failureText.title(label)}
        description={failureText.description(code)}
        level={isPage ? 1 : 2}
        onRetry={() => {
          this.setState({ error: undefined, failed: false });
          onRetry();
        }}
      />
    );
    return isPage ? <Main>{failure}</Main> : failure;
  }
}
