/** A failure to load: what failed, why, and a retry button. */
import type { ReactNode } from 'react';
import { Button } from '../actions/Button';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import type { HeadingLevel } from '../text/Heading';
import { EmptyState } from './EmptyState';
import { ReservedSpace } from './ReservedSpace';

export interface ErrorStateProps {
  title: string;
  description?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  /** A retry is running. */
  retrying?: boolean;
  level?: HeadingLevel;
  /** The placeholder that it replaces. It takes the same space, so that nothing below moves. */
  insteadOf?: ReactNode;
}

export function ErrorState({
  title,
  description,
  onRetry,
  retryLabel = messages.tryAgain,
  retrying = false,
  level,
  insteadOf,
}: ErrorStateProps) {
  const state = (
    <EmptyState
      role="alert"
      title={title}
      description={description}
      level={level}
      compact={level !== 1}
      icon={<Icon name="warning" size={20} />}
      action={
        onRetry && (
          // The only action of a page is its primary one.
          <Button variant={level === 1 ? 'primary' : 'secondary'} onClick={onRetry} busy={retrying}>
            {retryLabel}
          </Button>
        )
      }
    />
  );
  return insteadOf === undefined ? state : <ReservedSpace placeholder={insteadOf}>{state}</ReservedSpace>;
}
