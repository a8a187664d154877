/** Below the composer: which model answered, whether the conversation is kept, and its copy and deletion. */
import { Checkbox, Icon, IconButton, Stack, Text, toast } from '@slipway/design-system';
import { copyText } from './copyText';
import { keptTurns, type Turn, type useConversation } from './useConversation';
import type { KeptTurns } from './useKeptTurns';
import { t } from '../../messages';

interface ChatFooterProps {
  name: string;
  conversation: ReturnType<typeof useConversation>;
  kept: KeptTurns | undefined;
  /** Called after the conversation was deleted: its button is gone. */
  onCleared: () => void;
}

/** The whole conversation as Markdown. */
const transcriptOf = (turns: readonly Turn[], name: string) =>
  turns
    .flatMap(({ question, answer }) => [`**${t('you')}:** ${question}`, `**${name}:** ${answer}`])
    .join('\n\n');

export function ChatFooter({ name, conversation, kept, onCleared }: ChatFooterProps) {
  const { turns, model, isAnswering, clear } = conversation;
  const handleClear = () => {
    const onPress = clear();
    toast.success(t('conversationDeleted'), { id: 'conversation', action: { label: t('undo'), onPress } });
    onCleared();
  };
  if (!kept && turns.length === 0) return null;
  return (
    <Stack direction="row" gap="sm" minHeight="2rem">
      <Stack gap="xxs" grow>
        {kept && (
          <Checkbox
            label={t('keep')}
            checked={kept.isKept}
            onChange={({ target }) => {
              if (target.checked) kept.keep(keptTurns(turns));
              else kept.forget();
            }}
          />
        )}
        {model !== undefined && model !== '' && (
          <Text size="xs" tone="subtle">
            {model === 'sample' ? t('sampleModel') : t('realModel', { model })}
          </Text>
        )}
      </Stack>
      {turns.length > 0 && (
        <Stack direction="row" gap="xs" rigid>
          <IconButton
            size="sm"
            label={t('copyConversation')}
            onClick={() => void copyText(transcriptOf(turns, name))}
          >
            <Icon name="copy" />
          </IconButton>
          <IconButton
            size="sm"
            label={t('deleteConversation')}
            aria-disabled={isAnswering || undefined}
            onClick={isAnswering ? undefined : handleClear}
          >
            <Icon name="delete" />
          </IconButton>
        </Stack>
      )}
    </Stack>
  );
}
