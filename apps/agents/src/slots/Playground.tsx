/** `agent.playground`: a conversation with an agent before it is deployed. */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { AgentTrial } from '@slipway/contracts';
import { Button, Notice, Stack, Text, TextArea, VisuallyHidden } from '@slipway/design-system';
import { type Turn, useConversation } from '../features/playground/useConversation';
import { t } from '../messages';
import { TurnView } from '../features/playground/TurnView';

const MAX_MESSAGE_LENGTH = 4000;

/** The text of the live region. An answer is announced once, when complete: word by word it would be unintelligible. */
const announcement = (turn: Turn | undefined, name: string) => {
  if (turn?.state === 'answering') return t('answering', { name });
  if (turn?.state === 'done') return turn.answer;
  return turn?.state === 'stopped' ? t('stopped') : '';
};

export default function Playground(trial: AgentTrial) {
  const { name, examples = [] } = trial;
  const { turns, model, isAnswering, send, retry, stop } = useConversation(trial);
  const [text, setText] = useState('');
  const last = turns.at(-1);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [turns]);

  const handleSend = () => {
    const question = text.trim();
    if (question === '' || isAnswering) return;
    setText('');
    send(question);
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    handleSend();
  };

  return (
    <Stack as="section" gap="lg" aria-label={t('playground')}>
      {turns.length === 0 ? (
        <Stack gap="md">
          <Text size="sm" tone="muted">
            {t('emptyConversation', { name })}
          </Text>
          {examples.length > 0 && (
            <Stack direction="row" gap="sm" wrap role="group" aria-label={t('tryExamples')}>
              {examples.map((example) => (
                <Button
                  key={example}
                  size="sm"
                  dir="auto"
                  onClick={() => {
                    send(example);
                  }}
                >
                  {example}
                </Button>
              ))}
            </Stack>
          )}
        </Stack>
      ) : (
        <Stack as="ol" role="list" gap="lg" aria-label={t('conversation', { name })}>
          {turns.map((turn) => (
            <li key={turn.id}>
              <TurnView name={name} turn={turn} onRetry={turn === last ? retry : undefined} />
            </li>
          ))}
        </Stack>
      )}
      <VisuallyHidden role="status" translate="no">
        {announcement(last, name)}
      </VisuallyHidden>
      <form onSubmit={handleSubmit}>
        <Stack gap="sm">
          <TextArea
            label={t('message')}
            name="message"
            rows={2}
            maxLength={MAX_MESSAGE_LENGTH}
            placeholder={t('messageHint')}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              handleSend();
            }}
          />
          <Stack direction="row" gap="sm" justify="end">
            {isAnswering ? (
              <Button key="stop" onClick={stop}>
                {t('stop')}
              </Button>
            ) : (
              <Button key="send" type="submit" variant="primary">
                {t('send')}
              </Button>
            )}
          </Stack>
        </Stack>
      </form>
      {model !== undefined && model !== '' && (
        <Notice>{model === 'sample' ? t('sampleModel') : t('realModel', { model })}</Notice>
      )}
      <div ref={end} />
    </Stack>
  );
}
