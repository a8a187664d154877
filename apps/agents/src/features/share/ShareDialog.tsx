/** Shares the conversation: shows the content of the link, creates it, and lists the user's links. */
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { Button, Checkbox, Section, Select, Stack, Text, TextInput, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { shareableTurns } from '../../data/conversationCipher';
import type { KeptTurn } from '../../data/conversations';
import { isPendingDeletion } from '../../data/pendingDeletion';
import { shareConversation, sharedQueries, validities } from '../../data/sharedConversations';
import { t as shared } from '../../messages';
import { t } from './messages';
import { copyText } from '../playground/copyText';
import { SharedLinks } from './SharedLinks';

interface ShareDialogProps {
  userId: string;
  agentId: string;
  /** The agent's. */
  name: string;
  turns: readonly KeptTurn[];
  onClose: () => void;
}

function failureText(error: unknown): string {
  const code = isAppError(error) ? error.code : undefined;
  if (isPendingDeletion(error)) return t('shareDeletion');
  if (code === 'conflict') return t('shareTooMany');
  if (code === 'rate_limited') return t('shareTooOften');
  if (code === 'not_found') return shared('cannotTry');
  return t('shareFailed');
}

export function ShareDialog({ userId, agentId, name, turns, onClose }: ShareDialogProps) {
  const queryClient = useQueryClient();
  const [days, setDays] = useState<number>(30);
  const [showsName, setShowsName] = useState(false);
  const action = useRef<HTMLButtonElement>(null);
  const shared = shareableTurns(turns);
  const share = useExclusiveMutation({
    mutationKey: [...sharedQueries.all(), 'share'],
    mutationFn: () => shareConversation({ userId, agentId, turns: shared, days, showsName }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharedQueries.all() }),
    onError: (error) => toast.error(failureText(error)),
  });
  const link = share.data;
  return (
    <Dialog
      open
      size="md"
      title={t('shareTitle')}
      description={t('shareText')}
      onClose={onClose}
      actions={
        // One button that first creates the link and then copies it, so that the focus stays.
        <Button
          ref={action}
          variant="primary"
          busy={share.isPending}
          onClick={() => {
            if (link !== undefined) void copyText(link);
            else share.mutate();
          }}
        >
          {t(link === undefined ? 'createLink' : 'copyLink')}
        </Button>
      }
    >
      <Stack gap="lg">
        {link === undefined ? (
          <>
            <Stack as="ul" gap="xs">
              <li>
                {shared.length < turns.length
                  ? t('shareNewest', { count: shared.length, of: turns.length })
                  : t('shareMessages', { count: shared.length })}
              </li>
              <li>{t('shareAgent', { name })}</li>
              <li>{t('shareNever')}</li>
            </Stack>
            <Select
              label={t('expiry')}
              options={validities.map((value) => ({
                value: String(value),
                label: t('days', { days: value }),
              }))}
              value={String(days)}
              onChange={({ target }) => {
                setDays(Number(target.value));
              }}
            />
            <Checkbox
              label={t('showName')}
              checked={showsName}
              onChange={({ target }) => {
                setShowsName(target.checked);
              }}
            />
            <Text size="sm" tone="muted">
              {t('shareEncrypted')}
            </Text>
          </>
        ) : (
          <>
            <Text role="status">{t('linkReady', { days })}</Text>
            <TextInput
              label={t('link')}
              value={link}
              readOnly
              translate="no"
              onFocus={({ currentTarget }) => {
                currentTarget.select();
              }}
            />
          </>
        )}
        <Section level={3} gap="md" title={t('yourLinks')}>
          <SharedLinks
            empty={t('noLinks')}
            userId={userId}
            onDeleted={(id) => {
              if (link?.includes(id)) share.reset();
              action.current?.focus();
            }}
          />
        </Section>
      </Stack>
    </Dialog>
  );
}
