/** The text in the field of a conversation. Until the sign-out, or a reload, it comes back with the conversation. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';

const queryKey = ['unsent-messages'] as const;

/** `owner` names the user and the agent. */
export function useUnsentMessage(owner: string) {
  const queryClient = useQueryClient();
  const ownKey = [...queryKey, owner] as const;
  const [text, setText] = useState(() => queryClient.getQueryData<string>(ownKey) ?? '');
  return {
    text,
    setText: (next: string) => {
      queryClient.setQueryDefaults(queryKey, { gcTime: Infinity });
      queryClient.setQueryData(ownKey, next);
      setText(next);
    },
  };
}
