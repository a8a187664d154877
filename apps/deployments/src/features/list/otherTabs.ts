/** What is changed in one tab is read anew in the others of this browser. */
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { deploymentQueries } from '../../data/deployments';

// One for both ways: a channel does not hear itself, but would hear a second one of this page.
const channel = new BroadcastChannel('slipway-deployments');

export function tellOtherTabs(): void {
  channel.postMessage('changed');
}

export function useOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: deploymentQueries.all() });
    channel.addEventListener('message', readAgain);
    return () => {
      channel.removeEventListener('message', readAgain);
    };
  }, [queryClient]);
}
