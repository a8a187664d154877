/** A conversation with an agent: one question at a time, its answer as it comes, stopped or tried again at will. */
import { useEffect, useRef, useState } from 'react';
import { type AgentTrial, isAppError } from '@slipway/contracts';
import { t } from '../../messages';
import { askAgent, type Message, type Usage } from '../../data/preview';

/** A question, and what became of it. */
export interface Turn {
  id: number;
  question: string;
  answer: string;
  state: 'answering' | 'done' | 'stopped' | 'failed';
  usage?: Usage;
  /** Why it failed, in words. */
  failure?: string;
}

function failureOf(error: unknown): string {
  if (!isAppError(error)) return t('modelFailed');
  switch (error.code) {
    case 'unavailable':
      return t('unreachable');
    case 'unauthenticated':
      return t('signInToTry');
    case 'rate_limited':
      return t('tooMany');
    case 'conflict':
      return t('runsElsewhere');
    case 'forbidden':
    case 'not_found':
      return t('cannotTry');
    default:
      return t('modelFailed');
  }
}

/** What the model is asked with: of what was broken off, nothing. */
const messagesOf = (turns: readonly Turn[], question: string): Message[] => [
  ...turns
    .filter(({ state, answer }) => state === 'done' && answer !== '')
    .flatMap<Message>((turn) => [
      { role: 'user', content: turn.question },
      { role: 'assistant', content: turn.answer },
    ]),
  { role: 'user', content: question },
];

export function useConversation(trial: AgentTrial) {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [model, setModel] = useState<string>();
  const running = useRef<AbortController>(undefined);

  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const ask = async (question: string, earlier: readonly Turn[]) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const id = (earlier.at(-1)?.id ?? 0) + 1;
    let turn: Turn = { id, question, answer: '', state: 'answering' };
    const show = (values: Partial<Turn>) => {
      turn = { ...turn, ...values };
      setTurns([...earlier, turn]);
    };
    show({});
    try {
      const usage = await askAgent({
        trial,
        messages: messagesOf(earlier, question),
        signal: controller.signal,
        onModel: setModel,
        onText: (text) => {
          show({ answer: turn.answer + text });
        },
      });
      show({ state: 'done', usage });
    } catch (error) {
      show(controller.signal.aborted ? { state: 'stopped' } : { state: 'failed', failure: failureOf(error) });
    }
  };

  const last = turns.at(-1);
  return {
    turns,
    /** What answers, once it has; `sample` is the embedded one. */
    model,
    isAnswering: last?.state === 'answering',
    send: (question: string) => void ask(question, turns),
    /** Asks the last question anew. */
    retry: () => {
      if (last) void ask(last.question, turns.slice(0, -1));
    },
    stop: () => {
      running.current?.abort();
    },
  };
}
