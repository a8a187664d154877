/** A user message as text, and its answer as Markdown without HTML. */
import { memo, type ReactNode } from 'react';
import { Button, ErrorState, Icon, IconButton, Text } from '@slipway/design-system';
import { ChatMessage } from '@slipway/design-system/chat';
import { Markdown } from '@slipway/design-system/markdown';
import type { Usage } from '../../data/preview';
import type { Turn } from './useConversation';
import { copyText } from './copyText';
import { ApprovalCard, ToolRuns } from './ToolRuns';
import { t as shared } from '../../messages';
import { t } from './messages';

function usageText({ input_tokens, output_tokens, is_estimate }: Usage): string {
  const usage = t('usage', { input: input_tokens, output: output_tokens });
  return is_estimate ? t('about', { usage }) : usage;
}

interface TurnViewProps {
  name: string;
  picture: ReactNode;
  turn: Turn;
  /** Counts from 1. */
  position: number;
  /** Only for the last turn: sends its message again. */
  onRetry: (() => void) | undefined;
  /** Only for the last turn. */
  onEdit: (() => void) | undefined;
  /** Only for the last turn: decides about tools that wait. */
  onDecide: ((isApproved: boolean) => void) | undefined;
}

/**
 * Memoized: otherwise each key press and each chunk of an answer would render every message of a long conversation.
 */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { name, picture, turn, position, onRetry, onEdit, onDecide } = props;
  const { question, answer, state, failure } = turn;
  return (
    <>
      <ChatMessage
        by={t('you')}
        isOwn
        actions={
          onEdit &&
          state !== 'answering' && (
            <IconButton size="sm" label={t('edit')} onClick={onEdit}>
              <Icon name="write" size={14} />
            </IconButton>
          )
        }
      >
        <Text as="div" dir="auto" preserveLines>
          {question}
        </Text>
      </ChatMessage>
      {(answer !== '' || state !== 'failed') && (
        <ChatMessage
          by={name}
          picture={picture}
          actions={
            (state === 'done' || state === 'stopped') && (
              <AnswerActions turn={turn} position={position} onRetry={onRetry} />
            )
          }
        >
          {answerOf(turn, onDecide)}
        </ChatMessage>
      )}
      {state === 'failed' && (
        <ErrorState
          title={failure ?? t('modelFailed')}
          {...(onRetry ? { retryLabel: shared('retry'), onRetry } : {})}
        />
      )}
    </>
  );
});

/** The content of the answer; undefined until the first chunk. */
function answerOf(
  { answer, state, runs = [], approval }: Turn,
  onDecide: TurnViewProps['onDecide'],
): ReactNode {
  const decision = state === 'waiting' && approval && onDecide && (
    <ApprovalCard request={approval} onDecide={onDecide} />
  );
  if (answer === '' && runs.length === 0 && !decision) {
    return state === 'answering' ? undefined : (
      <Text as="span" tone="muted">
        {state === 'done' ? t('emptyAnswer') : shared('stopped')}
      </Text>
    );
  }
  return (
    <>
      {runs.length > 0 && <ToolRuns runs={runs} />}
      {answer !== '' && <Markdown text={answer} level={3} isStreaming={state === 'answering'} />}
      {decision}
    </>
  );
}

/** Below an answer that has ended. */
function AnswerActions({ turn, position, onRetry }: Pick<TurnViewProps, 'turn' | 'position' | 'onRetry'>) {
  const { answer, state, usage, runs = [] } = turn;
  const isEmpty = answer === '' && runs.length === 0;
  return (
    <>
      {answer !== '' && (
        <IconButton size="sm" label={t('copyAnswer', { position })} onClick={() => void copyText(answer)}>
          <Icon name="copy" size={14} />
        </IconButton>
      )}
      {onRetry && (
        <Button size="sm" variant="quiet" onClick={onRetry}>
          <Icon name="retry" size={14} />
          {shared('retry')}
        </Button>
      )}
      <Text as="span" size="xs" tone="subtle">
        {usage ? `${usageText(usage)}, ${t('cost')}` : state === 'stopped' && !isEmpty && shared('stopped')}
      </Text>
    </>
  );
}
