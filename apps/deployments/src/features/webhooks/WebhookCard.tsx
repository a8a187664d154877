/** One webhook: its state, its last messages, and what its owner can do with it. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Badge, Button, Divider, Notice, Skeleton, Stack, Text, toast } from '@slipway/design-system';
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import { DeliveryTable } from '../../components/DeliveryTable';
import { notifyOtherTabs } from '../../data/otherTabs';
import {
  deleteWebhook,
  enableWebhook,
  nextLook,
  testWebhook,
  type Webhook,
  webhookQueries,
} from '../../data/webhooks';
import { t as shared } from '../../messages';
import { changeFailed, eventNames, t } from './messages';

interface WebhookCardProps {
  webhook: Webhook;
  isRotating: boolean;
  onRotate: () => void;
  onDeleted: () => void;
}

export function WebhookCard({ webhook, isRotating, onRotate, onDeleted }: WebhookCardProps) {
  const { id, url, events, disabled_at, secret_lost_at } = webhook;
  const isOff = disabled_at !== null;
  const queryClient = useQueryClient();
  const deliveries = useQuery({
    ...webhookQueries.deliveries(id),
    // Nothing is sent while it is off.
    refetchInterval: ({ state }) => !isOff && nextLook(state.data),
  });
  const [asked, setAsked] = useState<'rotate' | 'delete'>();
  const onSettled = () => {
    notifyOtherTabs();
    return queryClient.invalidateQueries({ queryKey: webhookQueries.all() });
  };
  const onError = (error: unknown) => toast.error(changeFailed(error));
  const send = useExclusiveMutation({
    mutationKey: ['webhooks', 'test', id],
    mutationFn: () => testWebhook(id),
    onSuccess: () => toast.success(t('testSent')),
    ...{ onError, onSettled },
  });
  const enable = useExclusiveMutation({
    mutationKey: ['webhooks', 'enable', id],
    mutationFn: () => enableWebhook(id),
    onSuccess: () => toast.success(t('hookEnabled')),
    ...{ onError, onSettled },
  });
  const remove = useExclusiveMutation({
    mutationKey: ['webhooks', 'delete', id],
    mutationFn: () => deleteWebhook(id),
    onSuccess: () => {
      toast.success(t('hookDeleted'));
      onDeleted();
    },
    ...{ onError, onSettled },
  });
  const card = useRef<HTMLDivElement>(null);
  const wasOff = useRef(isOff);
  useLayoutEffect(() => {
    // The button that turned the webhook on had the focus, and was removed.
    if (wasOff.current && !isOff && document.activeElement === document.body)
      card.current?.querySelector('button')?.focus();
    wasOff.current = isOff;
  }, [isOff]);
  // Hide the card on the press, and show it again only after a failure: a late response would move the page.
  if (remove.isPending) return null;
  return (
    <Stack gap="lg">
      <Stack ref={card} gap="md">
        <Stack gap="xs">
          {/* In full: two addresses may differ at the end only. */}
          <Text as="code" size="sm" preserveLines translate="no">
            {url}
          </Text>
          <Stack as="ul" role="list" direction="row" gap="xs" wrap aria-label={t('hookEventsOf', { url })}>
            {eventNames(events).map((name) => (
              <li key={name}>
                <Badge title={name}>{name}</Badge>
              </li>
            ))}
          </Stack>
        </Stack>
        {secret_lost_at !== null && <Notice tone="warning">{t('hookSecretLost')}</Notice>}
        {isOff && secret_lost_at === null && (
          <Notice
            tone="warning"
            action={
              <Button
                size="sm"
                busy={enable.isPending}
                onClick={() => {
                  enable.mutate();
                }}
              >
                {t('enableHook')}
              </Button>
            }
          >
            {t('hookIsOff')}
          </Notice>
        )}
        <QueryPanel
          query={deliveries}
          failure={shared('sectionFailed')}
          waiting={<Skeleton shape="block" height="4rem" />}
        >
          {(data) => <DeliveryTable webhook={webhook} deliveries={data} />}
        </QueryPanel>
        <Stack direction="row" gap="sm" wrap>
          {!isOff && (
            <Button
              size="sm"
              busy={send.isPending}
              aria-label={t('sendTestTo', { url })}
              onClick={() => {
                send.mutate();
              }}
            >
              {t('sendTest')}
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            busy={isRotating}
            aria-haspopup="dialog"
            aria-label={t('rotateSecretOf', { url })}
            onClick={() => {
              setAsked('rotate');
            }}
          >
            {t('rotateSecret')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            aria-haspopup="dialog"
            aria-label={t('deleteHookOf', { url })}
            onClick={() => {
              setAsked('delete');
            }}
          >
            {shared('delete')}
          </Button>
        </Stack>
        {asked && (
          <ConfirmDialog
            title={t(asked === 'rotate' ? 'rotateSecretTitle' : 'deleteHookTitle')}
            description={t(
              asked === 'delete'
                ? 'deleteHookText'
                : secret_lost_at === null
                  ? 'rotateSecretText'
                  : 'rotateLostSecretText',
              { url },
            )}
            cancelLabel={shared('cancel')}
            confirmLabel={asked === 'rotate' ? t('rotateSecret') : shared('delete')}
            onConfirm={() => {
              setAsked(undefined);
              if (asked === 'rotate') onRotate();
              else remove.mutate();
            }}
            onClose={() => {
              setAsked(undefined);
            }}
          />
        )}
      </Stack>
      <Divider />
    </Stack>
  );
}
