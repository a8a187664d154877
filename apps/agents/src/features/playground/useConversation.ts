/** A conversation with an agent: one message at a time, with a streamed answer that can be stopped, retried or edited. */
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react';
import { type AgentTrial, isAppError } from '@slipway/contracts';
import { useSession } from '@slipway/session';
import type { KeptTurn } from '../../data/conversations';
import {
  type AnswerEnd,
  type Approval,
  type ApprovalRequest,
  askAgent,
  bodyOf,
  type Message,
  type ToolRun,
  type Usage,
} from '../../data/preview';
import { truncateTurns } from '../../data/truncateTurns';
import { errorMessage } from './errorMessage';
import type { ConversationStorage, Kept } from './useConversationStorage';

/** A user message and the state of its answer. */
export interface Turn {
  id: number;
  question: string;
  answer: string;
  /** The id of the oldest turn that was sent with the question; undefined: all were. */
  since?: number | undefined;
  /** `waiting`: for the user's decision about `approval`. */
  state: 'answering' | 'waiting' | 'done' | 'stopped' | 'failed';
  /** The tools that the agent used, in the order in which they started. */
  runs?: readonly ToolRun[];
  approval?: ApprovalRequest;
  usage?: Usage;
  /** The error message, when it failed. */
  failure?: string;
}

/** Stopped and failed turns, and empty answers, are not sent. */
const isSent = ({ state, answer }: Turn) => state === 'done' && answer !== '';

const messagesOf = ({ question, answer }: Turn): Message[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
];

const toMessages = (turns: readonly Turn[], question: string): Message[] => [
  ...turns.flatMap(messagesOf),
  { role: 'user', content: question },
];

/** Turns that an earlier request left out stay out. */
const turnsSince = (turns: readonly Turn[], since: number | undefined) =>
  since === undefined ? turns : turns.filter(({ id }) => id >= since);

/** The complete and stopped turns. Failed turns are not stored. */
export const keptTurns = (turns: readonly Turn[]): KeptTurn[] =>
  turns.flatMap(({ question, answer, state }) =>
    state === 'done' || state === 'stopped' ? [{ question, answer, state }] : [],
  );

/** The stored form of a conversation, with the number of turns that the agent still sees. */
export function keptOf(turns: readonly Turn[]): Kept {
  const since = turns.at(-1)?.since;
  const all = keptTurns(turns);
  return since === undefined
    ? { turns: all }
    : { turns: all, seen: keptTurns(turnsSince(turns, since)).length };
}

function restored({ turns, seen }: Kept): Turn[] {
  const since = seen === undefined ? undefined : turns.length - seen + 1;
  return turns.map((turn, index) => ({
    id: index + 1,
    ...turn,
    ...(index === turns.length - 1 ? { since } : {}),
  }));
}

/** `storage` is undefined if conversations are not kept. */
export function useConversation(trial: AgentTrial, storage: ConversationStorage | undefined) {
  const isVisitor = useSession().status !== 'signed-in';
  const [turns, setTurns] = useState<readonly Turn[]>(() => (storage ? restored(storage.read()) : []));
  const [model, setModel] = useState<string>();
  const controllerRef = useRef<AbortController>(undefined);
  // Paint the pressed Send button first: a slow phone takes longer than a frame to render the message.
  const [isShowing, startShowing] = useTransition();

  const ask = async (question: string, earlier: readonly Turn[], approval?: Approval) => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    const id = (earlier.at(-1)?.id ?? 0) + 1;
    const before = approval && turns.find((one) => one.id === id);
    const complete = earlier.filter(isSent);
    const alone = bodyOf({ trial, messages: toMessages([], question) });
    // A decision about tools repeats the messages of the request that asked for it.
    let sent = approval
      ? turnsSince(complete, before?.since)
      : truncateTurns(turnsSince(complete, earlier.at(-1)?.since), alone, isVisitor, messagesOf);
    const since = () => (sent.length < complete.length ? (sent[0]?.id ?? id) : undefined);
    let turn: Turn = {
      ...{ id, question, answer: before?.answer ?? '', runs: before?.runs ?? [], state: 'answering' },
      since: since(),
    };
    const show = (values: Partial<Turn>) => {
      // Another request has replaced this one.
      if (controllerRef.current !== controller) return;
      turn = { ...turn, ...values };
      setTurns([...earlier, turn]);
    };
    startShowing(() => {
      show({});
    });
    const request = async (): Promise<AnswerEnd> => {
      try {
        return await askAgent({
          ...{ trial, approval, messages: toMessages(sent, question), signal: controller.signal },
          onModel: setModel,
          onText: (text) => {
            show({ answer: turn.answer + text });
          },
          onTool: (run) => {
            show({ runs: [...(turn.runs ?? []).filter((one) => one.id !== run.id), run] });
          },
        });
      } catch (error) {
        // Too many tokens, which only the gateway can estimate: half of the turns may fit.
        const isTooLong = isAppError(error) && error.code === 'invalid_input' && approval === undefined;
        if (!isTooLong || sent.length === 0 || turn.answer !== '' || turn.runs?.length) throw error;
        sent = sent.slice(Math.ceil(sent.length / 2));
        show({ since: since() });
        return request();
      }
    };
    try {
      const end = await request();
      show(end.approval ? { ...end, state: 'waiting' } : { ...end, state: 'done' });
    } catch (error) {
      if (controller.signal.aborted) show({ state: 'stopped' });
      else show({ state: 'failed', failure: errorMessage(error, approval !== undefined, isVisitor) });
    }
  };

  const last = turns.at(-1);
  const isAnswering = isShowing || last?.state === 'answering';
  const update = useEffectEvent(() => storage?.update(keptOf(turns)));
  useEffect(() => {
    if (!isAnswering) update();
  }, [turns, isAnswering]);
  /** Keeps the part of an answer that has arrived when the user leaves, such as with Back. */
  const keepPart = useEffectEvent(() => {
    if (last?.state === 'answering')
      storage?.update(keptOf([...turns.slice(0, -1), { ...last, state: 'stopped' }]));
  });
  useEffect(() => {
    const handleHide = () => {
      keepPart();
    };
    window.addEventListener('pagehide', handleHide);
    return () => {
      window.removeEventListener('pagehide', handleHide);
      controllerRef.current?.abort();
      keepPart();
    };
  }, []);

  return {
    turns,
    /** The model's name; undefined until the first answer starts. `sample` is the built-in model. */
    model,
    isAnswering,
    send: (question: string) => void ask(question, turns),
    /** Decides about the tools that the last answer waits for. */
    decide: (isApproved: boolean) => {
      if (last?.approval) {
        void ask(last.question, turns.slice(0, -1), { request: last.approval, isApproved });
      }
    },
    /** Sends the last message again. */
    retry: () => {
      if (last) void ask(last.question, turns.slice(0, -1));
    },
    /** Replaces the last message, and its answer. */
    edit: (question: string) => void ask(question, turns.slice(0, -1)),
    /** Returns the function that brings the conversation back. */
    clear: () => {
      controllerRef.current?.abort();
      const removed = turns.filter(({ state }) => state !== 'answering');
      setTurns([]);
      return () => {
        // Messages sent since then stay.
        setTurns((current) => (current.length === 0 ? removed : current));
      };
    },
    stop: () => {
      controllerRef.current?.abort();
    },
  };
}
