/** The content of an overlay. After an error the overlay stays open, with its close button and a retry button. */
import type { ReactNode } from 'react';
import { ContentBoundary } from '../feedback/ContentBoundary';
import { ErrorState } from '../feedback/ErrorState';
import { messages } from '../messages';

export const OverlayContent = ({ children }: { children: ReactNode }) => (
  <ContentBoundary
    failure={(_error, retry) => <ErrorState title={messages.contentFailed} level={3} onRetry={retry} />}
  >
    {children}
  </ContentBoundary>
);
