/** Below the composer: which model answered, whether the conversation is kept, and its link, copy and deletion. */
import { Suspense, useState } from 'react';
import { Button, Checkbox, Icon, IconButton, Stack, Text, toast } from '@slipway/design-system';
import { lazyPart, PartLoading } from '@slipway/platform';
import { copyText } from './copyText';
import { keptOf, keptTurns, type Turn, type useConversation } from './useConversation';
import type { ConversationStorage } from './useConversationStorage';
import { t as shared } from '../../messages';
import { t } from './messages';

const ShareDialog = lazyPart(async () => ({ default: (await import('../share/ShareDialog')).ShareDialog }));

interface ChatFooterProps {
  name: string;
  conversation: ReturnType<typeof useConversation>;
  storage: ConversationStorage | undefined;
  /**
   * Reserves space for the actions and the note before the first message. Otherwise the first message would move the
   * composer up, and “Delete” under the pointer that pressed Send.
   */
  keepsPlace: boolean;
  /** Called after the conversation was deleted. Move the focus: the Delete button is removed. */
  onCleared: () => void;
}

/** The height of the note about the model, which appears with the first answer: two lines on phones. */
const NOTE = 'clamp(1.125rem, (30rem - 100vw) * 999, 2.25rem)';

/** The width of the note and the checkbox. Below 40rem, all of the line: the actions do not fit beside them. */
const TEXT_WIDTH = 'clamp(10rem, (40rem - 100vw) * 999, 100%)';

/** The whole conversation as Markdown. */
const transcriptOf = (turns: readonly Turn[], name: string) =>
  turns
    .flatMap(({ question, answer }) => [`**${t('you')}:** ${question}`, `**${name}:** ${answer}`])
    .join('\n\n');

export function ChatFooter({ name, conversation, storage, keepsPlace, onCleared }: ChatFooterProps) {
  const { turns, model, isAnswering, clear } = conversation;
  const [isSharing, setSharing] = useState(false);
  const shareable = keptTurns(turns);
  const handleClear = () => {
    const onPress = clear();
    toast.success(t('conversationDeleted'), {
      id: 'conversation',
      action: { label: shared('undo'), onPress },
    });
    onCleared();
  };
  const hasPlace = keepsPlace || turns.length > 0;
  if (!storage && !hasPlace) return null;
  const noteHeight = hasPlace ? NOTE : '0px';
  return (
    // On phones, the actions are below the checkbox, also before the first answer.
    <Stack direction="row" gap="sm" justify="between" minHeight="2rem" wrap={storage !== undefined}>
      <Stack
        gap="xxs"
        grow={storage !== undefined && TEXT_WIDTH}
        minHeight={storage ? `calc(1.625rem + ${noteHeight})` : noteHeight}
      >
        {storage && (
          <Checkbox
            label={t('keep')}
            checked={storage.isKept}
            onChange={({ target }) => {
              if (target.checked) storage.keep(keptOf(turns));
              else storage.forget();
            }}
          />
        )}
        {model !== undefined && model !== '' && (
          <Text size="xs" tone="subtle">
            {model === 'sample' ? t('sampleModel') : t('realModel', { model })}
          </Text>
        )}
      </Stack>
      {hasPlace && (
        <Stack direction="row" gap="xs" rigid reserved={turns.length === 0}>
          {storage && shareable.length > 0 && (
            <Button
              size="sm"
              variant="quiet"
              aria-haspopup="dialog"
              aria-disabled={isAnswering || undefined}
              onClick={() => {
                if (!isAnswering) setSharing(true);
              }}
            >
              {t('share')}
            </Button>
          )}
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
      {isSharing && storage && (
        <Suspense fallback={<PartLoading />}>
          <ShareDialog
            {...storage.owner}
            name={name}
            turns={shareable}
            onClose={() => {
              setSharing(false);
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}
