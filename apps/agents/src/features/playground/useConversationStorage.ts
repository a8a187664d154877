/** Whether this conversation is kept in this browser, and the choice to keep it. Only for signed-in users and stored agents. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { AgentTrial } from '@slipway/contracts';
import { toast } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import {
  conversationOf,
  conversationWith,
  type KeptConversation,
  pruneConversations,
} from '../../data/conversations';
import { t } from './messages';

/** The kept parts of a conversation. */
export type Kept = Omit<KeptConversation, 'at'>;

const noSubscription = () => () => undefined;

/** Undefined if nothing may be kept: a draft stores nothing in the browser (AGT-17), and a visitor never signs out. */
export function useConversationStorage({ agentId, prompt }: AgentTrial) {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const owner = useMemo(
    () =>
      userId === undefined || agentId === undefined || prompt !== undefined ? null : { userId, agentId },
    [userId, agentId, prompt],
  );
  const stored = useMemo(() => owner && conversationWith(owner.userId, owner.agentId), [owner]);
  useEffect(() => {
    if (owner) pruneConversations(owner.userId);
  }, [owner]);
  const isKept = useSyncExternalStore(stored?.subscribe ?? noSubscription, () => stored?.get() !== undefined);
  if (!owner || !stored) return undefined;
  const write = (kept: Kept) => {
    if (stored.set(conversationOf(kept))) {
      pruneConversations(owner.userId);
      return;
    }
    // The browser could not store it, so the checkbox must not say that it is kept.
    stored.remove();
    toast.error(t('keepFailed'), { id: 'kept' });
  };
  return {
    /** Identifies the user and the agent of the conversation. */
    owner,
    isKept,
    /** The turns that an earlier visit kept. */
    read: (): Kept => stored.get() ?? { turns: [] },
    keep: write,
    /** Unless the user has turned it off, perhaps in another tab. */
    update: (kept: Kept) => {
      if (stored.get()) write(kept);
    },
    forget: () => {
      stored.remove();
    },
  };
}

export type ConversationStorage = NonNullable<ReturnType<typeof useConversationStorage>>;
