/** Contains a failure in its region of the page, which shows what failed and a button to try again. */
import { Component, type ReactNode } from 'react';
import { ErrorState, Main } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { recordFailure } from './failures';
import { failureText } from './failureText';

interface SliceBoundaryProps {
  slice: string;
  version: string;
  owner: string;
  /** The name of the region, such as "Marketplace". */
  label: string;
  /** Whether the region is the whole page between header and footer. */
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
    const { slice, version, owner, isPage } = this.props;
    recordFailure({ slice, version, owner, phase: 'render', part: isPage ? 'page' : 'slot' }, error);
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
