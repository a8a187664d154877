/** The content of an overlay. After an error the overlay stays, with its close button and a button to try again. */
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
