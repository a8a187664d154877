/** `agent.playground`: a conversation with an agent before it is deployed. */
import { Fragment, useEffect, useMemo, useRef } from 'react';
import type { AgentTrial } from '@slipway/contracts';
import { AgentIcon, Button, Stack, Text, VisuallyHidden } from '@slipway/design-system';
import { pictureUrl } from '@slipway/data';
import { Chat, ChatComposer } from '@slipway/design-system/chat';
import { useSession } from '@slipway/session';
import { ChatFooter } from '../features/playground/ChatFooter';
import { Greeting } from '../features/playground/Greeting';
import { TurnView } from '../features/playground/TurnView';
import { type Turn, useConversation } from '../features/playground/useConversation';
import { useConversationStorage } from '../features/playground/useConversationStorage';
import { useUnsentMessage } from '../features/playground/useUnsentMessage';
import { t as shared } from '../messages';
import { t } from '../features/playground/messages';

const MAX_MESSAGE_LENGTH = 4000;

/** The text of the live region. An answer is announced once, when complete: word by word it would be unintelligible. */
const announcement = (turn: Turn | undefined, name: string) => {
  if (turn?.state === 'answering') return t('answering', { name });
  if (turn?.state === 'done') return turn.answer;
  if (turn?.state === 'waiting') return t('approvalTitle', { count: turn.approval?.calls.length ?? 1 });
  return turn?.state === 'stopped' ? shared('stopped') : '';
};

/** Each user and agent has a conversation: the next user never sees it. */
export default function Playground(trial: AgentTrial) {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : '';
  const key = `${userId} ${trial.agentId ?? ''}`;
  return <Conversation key={key} owner={`${key} ${trial.name}`} {...trial} />;
}

function Conversation({ owner, ...trial }: AgentTrial & { owner: string }) {
  const { name, category = '', color = null, icon, fills = false } = trial;
  const storage = useConversationStorage(trial);
  const conversation = useConversation(trial, storage);
  const { turns, model, isAnswering, send, retry, edit, stop, decide } = conversation;
  const last = turns.at(-1);
  const { text, setText, isEditing, startEdit, endEdit } = useUnsentMessage(owner, last?.question);
  const field = useRef<HTMLTextAreaElement>(null);
  const look = { name, category, color, src: pictureUrl(icon) };
  // Keep the identity of the element: `TurnView` is memoized.
  const picture = useMemo(
    () => <AgentIcon name={name} category={category} color={color} src={pictureUrl(icon)} size={28} />,
    [name, category, color, icon],
  );

  useEffect(() => {
    // On touch devices the focus would open the keyboard over the conversation.
    if (fills && window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [fills]);

  const handleSend = () => {
    const question = text.trim();
    if (question === '' || isAnswering) return;
    if (isEditing) {
      edit(question);
      endEdit();
    } else {
      send(question);
      setText('');
    }
  };

  return (
    <Chat
      label={shared('playground')}
      listLabel={shared('conversation', { name })}
      newest={last?.id}
      fills={fills}
      empty={
        <Greeting
          {...trial}
          picture={<AgentIcon {...look} size={48} />}
          canKeep={storage !== undefined}
          onSend={(example) => {
            send(example);
            field.current?.focus();
          }}
        />
      }
      status={
        <VisuallyHidden role="status" translate="no">
          {/* Do not announce a turn that was restored from an earlier visit. */}
          {model === undefined && last?.state !== 'answering' ? '' : announcement(last, name)}
        </VisuallyHidden>
      }
      composer={
        <>
          {isEditing && (
            <Stack direction="row" gap="sm" justify="between">
              <Text as="span" size="sm" tone="muted">
                {t('editing')}
              </Text>
              <Button
                size="sm"
                variant="quiet"
                flush="end"
                onClick={() => {
                  endEdit();
                  field.current?.focus();
                }}
              >
                {shared('cancel')}
              </Button>
            </Stack>
          )}
          <ChatComposer
            ref={field}
            label={t('message')}
            placeholder={t('messageHint')}
            sendLabel={t('send')}
            stopLabel={t('stop')}
            maxLength={MAX_MESSAGE_LENGTH}
            value={text}
            isAnswering={isAnswering}
            onChange={setText}
            onSend={handleSend}
            onStop={stop}
            onCancel={isEditing ? endEdit : undefined}
          />
          {/* The field cuts off what is pasted beyond it. */}
          {text.length >= MAX_MESSAGE_LENGTH && (
            <Text as="div" role="alert" size="sm" tone="muted">
              {t('longestMessage', { max: MAX_MESSAGE_LENGTH })}
            </Text>
          )}
        </>
      }
      footer={
        <ChatFooter
          name={name}
          conversation={conversation}
          storage={storage}
          keepsPlace={fills}
          onCleared={() => {
            endEdit();
            field.current?.focus();
          }}
        />
      }
    >
      {turns.map((turn, index) => (
        <Fragment key={turn.id}>
          {turn.id === last?.since && (
            <li>
              <Text size="xs" tone="subtle">
                {t('forgotten', { name })}
              </Text>
            </li>
          )}
          <li>
            <TurnView
              name={name}
              picture={picture}
              turn={turn}
              position={index + 1}
              onRetry={
                turn === last
                  ? () => {
                      retry();
                      // The pressed button is removed with the failure.
                      field.current?.focus();
                    }
                  : undefined
              }
              onDecide={
                turn === last
                  ? (isApproved) => {
                      decide(isApproved);
                      field.current?.focus();
                    }
                  : undefined
              }
              onEdit={
                turn === last
                  ? () => {
                      startEdit(turn.question);
                      field.current?.focus();
                    }
                  : undefined
              }
            />
          </li>
        </Fragment>
      ))}
    </Chat>
  );
}
