/** An error boundary: an error of its content does not remove the page around it. */
import { Component, type ContextType, createContext, type ReactNode } from 'react';

/** Called with each error that a boundary inside catches. */
export const ErrorReporter = createContext<(error: unknown) => void>(() => undefined);

export interface ContentBoundaryProps {
  /** Rendered in place of the content. `retry` renders the content again. */
  failure: (error: unknown, retry: () => void) => ReactNode;
  /** Called when the user retries. */
  onRetry?: () => void;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | undefined;
}

export class ContentBoundary extends Component<ContentBoundaryProps, State> {
  static override contextType = ErrorReporter;
  declare context: ContextType<typeof ErrorReporter>;

  override state: State = { failed: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } };
  }

  override componentDidCatch(error: unknown): void {
    this.context(error);
  }

  private readonly retry = (): void => {
    this.props.onRetry?.();
    this.setState({ failed: undefined });
  };

  override render(): ReactNode {
    const { failed } = this.state;
    return failed ? this.props.failure(failed.error, this.retry) : this.props.children;
  }
}
