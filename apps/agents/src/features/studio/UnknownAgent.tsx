/** A link may lead to an agent that was deleted since, or that another user has: reports it, and closes the agent's dialog. */
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import { agentQueries } from '../../data/agents';
import { t as shared } from '../../messages';

interface GoneAgentProps {
  /** The list has no such agent. It may be older than the link. */
  id: string;
  creator: string;
  onGone: () => void;
}

export function GoneAgent({ id, creator, onGone }: GoneAgentProps) {
  const { refetch } = useQuery(agentQueries.list(creator));
  useEffect(() => {
    let isCurrent = true;
    const check = async () => {
      const read = await refetch({ cancelRefetch: false });
      if (!isCurrent || !read.isSuccess || read.data.some((agent) => agent.id === id)) return;
      toast.info(shared('cannotTry'), { id: 'agent-gone' });
      onGone();
    };
    void check();
    return () => {
      isCurrent = false;
    };
  }, [id, refetch, onGone]);
  return null;
}
