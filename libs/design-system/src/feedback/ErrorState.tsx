/** A failure to load: what failed, why, and a retry button. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Button } from '../actions/Button';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import type { HeadingLevel } from '../text/Heading';
import { EmptyState } from './EmptyState';

export interface ErrorStateProps {
  title: string;
  description?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  /** A retry is running. */
  retrying?: boolean;
  level?: HeadingLevel;
  /** The placeholder that it replaces: it takes the same space, so that nothing below moves. */
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
      compact={insteadOf !== undefined}
      icon={<Icon name="warning" size={20} />}
      action={
        onRetry && (
          <Button onClick={onRetry} busy={retrying}>
            {retryLabel}
          </Button>
        )
      }
    />
  );
  if (insteadOf === undefined) return state;
  return (
    <Space>
      <div inert>{insteadOf}</div>
      {state}
    </Space>
  );
}

const Space = styled.div`
  display: grid;

  & > * {
    grid-area: 1 / 1;
    min-width: 0;
  }
  & > [inert] {
    visibility: hidden;
  }
`;
