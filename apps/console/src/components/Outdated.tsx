/** Above a page that could not be read again: what it shows may be out of date. Its dialogs and their fields stay. */
import { Stack } from '@slipway/design-system';
import type { ReactNode } from 'react';
import { RequestError } from '../data/client';
import { text } from '../messages';
import { LongNotice } from './LongNotice';

export interface OutdatedProps {
  /** The error of the last attempt. */
  error: Error | null;
  children: ReactNode;
}

export const Outdated = ({ error, children }: OutdatedProps) => (
  <Stack gap="xl">
    {error && (
      <LongNotice tone="warning">
        {text.outdated(
          error instanceof RequestError && error.code === 'unauthenticated'
            ? text.noSessionHint
            : error.message,
        )}
      </LongNotice>
    )}
    {children}
  </Stack>
);
