/** The webhooks of a deployment: adds them, and shows a new secret until the user has copied it. */
import { useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Button, Skeleton, Stack, Text, toast, useFocusAfterRemoval } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { type NewSecret, newSecretsOf } from '../../data/newSecrets';
import { createWebhook, webhookQueries } from '../../data/webhooks';
import { t as shared } from '../../messages';
import { addFailed, t } from './messages';
import { AddWebhook } from './AddWebhook';
import { WebhookCard } from './WebhookCard';
import { WebhookSecret } from './WebhookSecret';

const MOST = 5;

export function WebhookSection({ deploymentId }: { deploymentId: string }) {
  const queryClient = useQueryClient();
  const webhooks = useQuery(webhookQueries.of(deploymentId));
  const [isAdding, setAdding] = useState(false);
  const created = newSecretsOf(deploymentId);
  const { data: secrets } = useQuery(created);
  /** A new secret replaces the one before of the same webhook. */
  const keep = (next: NewSecret) => {
    queryClient.setQueryData(created.queryKey, (all = []) => [
      ...all.filter(({ url }) => url !== next.url),
      next,
    ]);
  };
  const forget = (url: string) => {
    queryClient.setQueryData(created.queryKey, (all = []) => all.filter((each) => each.url !== url));
  };
  /** Not there while the deployment has as many webhooks as it may have. */
  const add = useRef<HTMLButtonElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const { data } = webhooks;
  useFocusAfterRemoval(
    cards,
    useMemo(() => data?.map(({ id }) => id), [data]),
  );
  const create = useExclusiveMutation({
    mutationKey: ['webhooks', 'create'],
    mutationFn: createWebhook,
    onSuccess: (secret, { url }) => {
      setAdding(false);
      keep({ url, secret });
    },
    onError: (error) => toast.error(addFailed(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all() }),
  });
  return (
    <Stack gap="md">
      <Text size="sm" tone="muted">
        {t('hooksText')}
      </Text>
      {secrets.map((each) => (
        <WebhookSecret
          key={each.url}
          {...each}
          onDone={() => {
            forget(each.url);
            (add.current ?? cards.current?.querySelector('button'))?.focus();
          }}
        />
      ))}
      <QueryPanel
        query={webhooks}
        failure={shared('sectionFailed')}
        waiting={<Skeleton shape="block" height="4rem" />}
      >
        {(shown) => (
          <Stack gap="lg" ref={cards}>
            {shown.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                onSecret={(secret) => {
                  keep({ url: webhook.url, secret });
                }}
                onDeleted={() => {
                  forget(webhook.url);
                  add.current?.focus();
                }}
              />
            ))}
            {shown.length < MOST && (
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
