/** The webhooks of a deployment: adds them, and shows a new secret once. */
import { useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Divider, Notice, Skeleton, Stack, Text, toast } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { QueryPanel } from '@slipway/platform';
import { createWebhook, webhookQueries } from '../../data/webhooks';
import { useExclusiveMutation } from '../../data/useExclusiveMutation';
import { t as shared } from '../../messages';
import { t } from './messages';
import { copyText } from '../clipboard/copyText';
import { AddWebhook } from './AddWebhook';
import { WebhookCard } from './WebhookCard';

const MOST = 5;

export function WebhookSection({ deploymentId }: { deploymentId: string }) {
  const queryClient = useQueryClient();
  const webhooks = useQuery(webhookQueries.of(deploymentId));
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const add = useRef<HTMLButtonElement>(null);
  const create = useExclusiveMutation({
    mutationKey: ['webhooks', 'create'],
    mutationFn: createWebhook,
    onSuccess: (next) => {
      setAdding(false);
      setSecret(next);
    },
    onError: (error) =>
      toast.error(t(isAppError(error) && error.code === 'conflict' ? 'hookExists' : 'hookFailedToAdd')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all() }),
  });
  return (
    <Stack gap="md">
      <Text size="sm" tone="muted">
        {t('hooksText')}
      </Text>
      {secret !== undefined && (
        <Notice
          action={
            <Stack direction="row" gap="xs">
              <Button size="sm" onClick={() => void copyText(secret)}>
                {t('copySecret')}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  setSecret(undefined);
                  add.current?.focus();
                }}
              >
                {shared('done')}
              </Button>
            </Stack>
          }
        >
          <Stack gap="xxs" role="status">
            {t('secretOnce')}
            <Text as="code" size="sm" translate="no">
              {secret}
            </Text>
          </Stack>
        </Notice>
      )}
      <QueryPanel
        query={webhooks}
        failure={shared('sectionFailed')}
        waiting={<Skeleton shape="block" height="4rem" />}
      >
        {(data) => (
          <Stack gap="lg">
            {data.map((webhook) => (
              <Stack key={webhook.id} gap="lg">
                <WebhookCard webhook={webhook} onSecret={setSecret} onDeleted={() => add.current?.focus()} />
                <Divider />
              </Stack>
            ))}
            {data.length < MOST && (
              <Stack direction="row">
                <Button
                  ref={add}
                  aria-expanded={isAdding}
                  onClick={() => {
                    setAdding(!isAdding);
                  }}
                >
                  {isAdding ? shared('cancel') : t('newHook')}
                </Button>
              </Stack>
            )}
          </Stack>
        )}
      </QueryPanel>
      {isAdding && (
        <AddWebhook
          busy={create.isPending}
          onAdd={(webhook) => {
            create.mutate({ deployment: deploymentId, ...webhook });
          }}
        />
      )}
    </Stack>
  );
}
