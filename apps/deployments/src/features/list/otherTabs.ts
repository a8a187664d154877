/** Reloads the list in the browser's other tabs after a change in one of them. */
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { deploymentQueries } from '../../data/deployments';

// One channel to send and receive: it would receive its own messages through a second one.
const channel = new BroadcastChannel('slipway-deployments');

export function notifyOtherTabs(): void {
  channel.postMessage('changed');
}

export function useReloadFromOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = () => void queryClient.invalidateQueries({ queryKey: deploymentQueries.all() });
    channel.addEventListener('message', reload);
    return () => {
      channel.removeEventListener('message', reload);
    };
  }, [queryClient]);
}
