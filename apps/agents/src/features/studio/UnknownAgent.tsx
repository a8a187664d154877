/**
 * For a link to an agent that was deleted, or that belongs to another user: reads the list again, and if the agent is not in
 * it, shows a toast and closes the dialog.
 */
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import { agentQueries } from '../../data/agents';
import { t as shared } from '../../messages';

interface UnknownAgentProps {
  /** An agent that is not in the list. The list may be older than the link. */
  id: string;
  creator: string;
  onUnknown: () => void;
}

export function UnknownAgent({ id, creator, onUnknown }: UnknownAgentProps) {
  const { refetch } = useQuery(agentQueries.list(creator));
  useEffect(() => {
    let isCurrent = true;
    const check = async () => {
      const read = await refetch({ cancelRefetch: false });
      if (!isCurrent || !read.isSuccess || read.data.some((agent) => agent.id === id)) return;
      toast.info(shared('cannotTry'), { id: 'agent-unknown' });
      onUnknown();
    };
    void check();
    return () => {
      isCurrent = false;
    };
  }, [id, refetch, onUnknown]);
  return null;
}
