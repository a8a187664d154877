/** A user message and the answer, rendered as plain text: model output is never parsed as markup. */
import { Button, ErrorState, Icon, IconButton, Spinner, Stack, Text, toast } from '@slipway/design-system';
import type { Usage } from '../../data/preview';
import type { Turn } from './useConversation';
import { t } from '../../messages';

function usageText({ input_tokens, output_tokens, is_estimate }: Usage): string {
  const usage = t('usage', { input: input_tokens, output: output_tokens });
  return is_estimate ? t('about', { usage }) : usage;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error(t('copyFailed'), { id: 'copied' });
    return;
  }
  toast.success(t('copied'), { id: 'copied' });
}

interface TurnViewProps {
  name: string;
  turn: Turn;
  /** Only for the last turn: sends its message again. */
  onRetry: (() => void) | undefined;
}

export function TurnView({ name, turn, onRetry }: TurnViewProps) {
  const { question, answer, state, usage, failure } = turn;
  const isOver = state === 'done' || state === 'stopped';
  return (
    <Stack gap="md">
      <TurnMessage by={t('you')} text={question} />
      {(answer !== '' || state !== 'failed') && (
        <TurnMessage by={name} text={answer} isWaiting={state === 'answering'} />
      )}
      {isOver && (
        <Stack direction="row" gap="sm" wrap>
          {answer !== '' && (
            <IconButton size="sm" label={t('copy')} onClick={() => void copy(answer)}>
              <Icon name="copy" />
            </IconButton>
          )}
          {onRetry && (
            <Button size="sm" variant="quiet" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          <Text as="span" size="sm" tone="subtle">
            {usage ? `${usageText(usage)} · ${t('cost')}` : t('stopped')}
          </Text>
        </Stack>
      )}
      {state === 'failed' && (
        <ErrorState
          title={failure ?? t('modelFailed')}
          {...(onRetry ? { retryLabel: t('retry'), onRetry } : {})}
        />
      )}
    </Stack>
  );
}

function TurnMessage({ by, text, isWaiting = false }: { by: string; text: string; isWaiting?: boolean }) {
  return (
    <Stack gap="xxs">
      <Text size="xs" tone="subtle" weight="medium">
        <bdi>{by}</bdi>
      </Text>
      {isWaiting && text === '' ? (
        <Spinner />
      ) : (
        <Text as="div" dir="auto" translate="no" preserveLines>
          {text}
        </Text>
      )}
    </Stack>
  );
}
