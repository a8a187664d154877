/** Session events as a person meets them: a toast, then the page that follows. */
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import { onSessionEvent, type SessionEvent } from '@slipway/session';

const REDIRECT_AFTER_MS = 100;

const outcome: Readonly<Record<SessionEvent, { message: string; path: string }>> = {
  'signed-in': { message: 'Successfully signed in!', path: '/dashboard' },
  'signed-out': { message: 'Successfully signed out!', path: '/' },
};

export function useSessionEvents(): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onSessionEvent((event) => {
        // What one person read is not the next one's.
        queryClient.clear();
        toast.success(outcome[event].message);
        setTimeout(() => void navigate(outcome[event].path), REDIRECT_AFTER_MS);
      }),
    [navigate, queryClient],
  );
}
