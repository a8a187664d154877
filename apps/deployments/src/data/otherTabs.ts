/** Reloads deployments, with their keys, terms and webhooks, in the browser's other tabs after a change in one of them. */
import { useEffect } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { deploymentQueries } from './deployments';

// One channel to send and receive: it would receive its own messages through a second one.
const channel = new BroadcastChannel('slipway-deployments');

export function notifyOtherTabs(): void {
  channel.postMessage('changed');
}

const reload = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: deploymentQueries.all() });

/** Resolves when this tab has read what it shows. */
export function reloadAllTabs(queryClient: QueryClient): Promise<void> {
  notifyOtherTabs();
  return reload(queryClient);
}

export function useReloadFromOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const handleMessage = () => void reload(queryClient);
    channel.addEventListener('message', handleMessage);
    return () => {
      channel.removeEventListener('message', handleMessage);
    };
  }, [queryClient]);
}
