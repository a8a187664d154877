/** A part that could not be loaded: the reason, and a retry button. Without the session's key, how to get it. */
import { ErrorState } from '@slipway/design-system';
import { RequestError } from '../data/client';
import { text } from '../messages';

export interface LoadErrorProps {
  what: string;
  error: Error;
  onRetry: () => void;
  retrying: boolean;
}

export function LoadError({ what, error, onRetry, retrying }: LoadErrorProps) {
  if (error instanceof RequestError && error.code === 'unauthenticated')
    return <ErrorState title={text.noSession} description={text.noSessionHint} />;
  return (
    <ErrorState
      title={text.failedToLoad(what)}
      description={error.message}
      onRetry={onRetry}
      retryLabel={text.tryAgain}
      retrying={retrying}
    />
  );
}
