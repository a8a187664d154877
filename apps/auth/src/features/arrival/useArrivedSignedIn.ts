/** The email address of a user who was signed in before this page opened; undefined for a visitor who signs in here. */
import { useState } from 'react';
import { useSession } from '@slipway/session';

export function useArrivedSignedIn(): string | undefined {
  const session = useSession();
  // A visitor who signs in on this page keeps the form until the app opens another page.
  const [wasSignedOut, setWasSignedOut] = useState(session.status === 'signed-out');
  if (session.status === 'signed-out' && !wasSignedOut) setWasSignedOut(true);
  return session.status === 'signed-in' && !wasSignedOut ? session.user.email : undefined;
}
