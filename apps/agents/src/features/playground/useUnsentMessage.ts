/** The typed text of a conversation's field. It is restored with the conversation, until the sign-out or a reload. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';

interface Typed {
  /** A new message. */
  text: string;
  /** The last message while it is edited: what was sent, and what replaces it. The new message waits. */
  edit?: { question: string; text: string } | undefined;
}

const queryKey = ['unsent-messages'] as const;

/** `owner` names the user and the agent, `question` is the last message. Text for another message is not shown. */
export function useUnsentMessage(owner: string, question: string | undefined) {
  const queryClient = useQueryClient();
  const ownKey = [...queryKey, owner] as const;
  const [{ text, edit }, setTyped] = useState(() => queryClient.getQueryData<Typed>(ownKey) ?? { text: '' });
  const change = (next: Typed) => {
    queryClient.setQueryDefaults(queryKey, { gcTime: Infinity });
    queryClient.setQueryData(ownKey, next);
    setTyped(next);
  };
  const isEditing = edit !== undefined && edit.question === question;
  return {
    isEditing,
    text: isEditing ? edit.text : text,
    setText: (next: string) => {
      change(isEditing ? { text, edit: { ...edit, text: next } } : { text: next });
    },
    /** Starts an edit with the sent text. */
    startEdit: (sent: string) => {
      change({ text, edit: { question: sent, text: sent } });
    },
    /** Ends the edit and shows the new message again. */
    endEdit: () => {
      change({ text });
    },
  };
}
