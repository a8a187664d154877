/** A conversation with an agent: one message at a time, with a streamed answer that can be stopped, retried or edited. */
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react';
import { type AgentTrial, isAppError } from '@slipway/contracts';
import { useSession } from '@slipway/session';
import { t as shared } from '../../messages';
import { t } from './messages';
import type { KeptTurn } from '../../data/conversations';
import {
  type Approval,
  type ApprovalRequest,
  askAgent,
  type Message,
  type ToolRun,
  type Usage,
} from '../../data/preview';
import type { KeptTurns } from './useKeptTurns';

/** A user message and the state of its answer. */
export interface Turn {
  id: number;
  question: string;
  answer: string;
  /** `waiting`: for the user's decision about `approval`. */
  state: 'answering' | 'waiting' | 'done' | 'stopped' | 'failed';
  /** The tools that the agent used, in the order in which they started. */
  runs?: readonly ToolRun[];
  approval?: ApprovalRequest;
  usage?: Usage;
  /** The error message, when it failed. */
  failure?: string;
}

/** Without a decision, only the limits of a preview make a request invalid. */
function invalidMessage(hasDecision: boolean, isVisitor: boolean): string {
  if (hasDecision) return t('approvalOver');
  return t(isVisitor ? 'tooLongForVisitor' : 'tooLong');
}

function errorMessage(error: unknown, hasDecision: boolean, isVisitor: boolean): string {
  if (!isAppError(error)) return t('modelFailed');
  switch (error.code) {
    case 'unavailable':
      return t('unreachable');
    case 'unauthenticated':
      return t('signInToTry');
    case 'rate_limited':
      return t('tooMany');
    case 'invalid_input':
      return invalidMessage(hasDecision, isVisitor);
    case 'conflict':
      return t('runsElsewhere');
    case 'forbidden':
    case 'not_found':
      return shared('cannotTry');
    default:
      return t('modelFailed');
  }
}

/** The messages to send: completed turns and the new message. Stopped and failed turns are left out. */
const toMessages = (turns: readonly Turn[], question: string): Message[] => [
  ...turns
    .filter(({ state, answer }) => state === 'done' && answer !== '')
    .flatMap<Message>((turn) => [
      { role: 'user', content: turn.question },
      { role: 'assistant', content: turn.answer },
    ]),
  { role: 'user', content: question },
];

/** The turns that are worth keeping: a failed one is not. */
export const keptTurns = (turns: readonly Turn[]): KeptTurn[] =>
  turns.flatMap(({ question, answer, state }) =>
    state === 'done' || state === 'stopped' ? [{ question, answer, state }] : [],
  );

/** `kept` is undefined where conversations are not kept. */
export function useConversation(trial: AgentTrial, kept: KeptTurns | undefined) {
  const isVisitor = useSession().status !== 'signed-in';
  const [turns, setTurns] = useState<readonly Turn[]>(
    () => kept?.read().map((turn, index) => ({ id: index + 1, ...turn })) ?? [],
  );
  const [model, setModel] = useState<string>();
  const controllerRef = useRef<AbortController>(undefined);
  // The press that sends a message shows first: a slow phone takes longer than a frame to render the message.
  const [isShowing, startShowing] = useTransition();

  useEffect(
    () => () => {
      controllerRef.current?.abort();
    },
    [],
  );

  const ask = async (question: string, earlier: readonly Turn[], approval?: Approval) => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    const id = (earlier.at(-1)?.id ?? 0) + 1;
    const before = approval && turns.find((one) => one.id === id);
    let turn: Turn = {
      ...{ id, question, answer: before?.answer ?? '', runs: before?.runs ?? [], state: 'answering' },
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
    try {
      const end = await askAgent({
        ...{ trial, approval },
        onTool: (run) => {
          show({ runs: [...(turn.runs ?? []).filter((one) => one.id !== run.id), run] });
        },
        messages: toMessages(earlier, question),
        signal: controller.signal,
        onModel: setModel,
        onText: (text) => {
          show({ answer: turn.answer + text });
        },
      });
      show(end.approval ? { ...end, state: 'waiting' } : { ...end, state: 'done' });
    } catch (error) {
      if (controller.signal.aborted) show({ state: 'stopped' });
      else show({ state: 'failed', failure: errorMessage(error, approval !== undefined, isVisitor) });
    }
  };

  const last = turns.at(-1);
  const isAnswering = isShowing || last?.state === 'answering';
  const update = useEffectEvent(() => kept?.update(keptTurns(turns)));
  useEffect(() => {
    if (!isAnswering) update();
  }, [turns, isAnswering]);

  return {
    turns,
    /** The model's name, known after the first answer starts; `sample` is the built-in model. */
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
