/** The webhooks of a deployment: adds them, and shows a new secret until the user has copied it. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Stack, Text, useFocusAfterRemoval } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { emptyWebhook, isWebhookTyped } from '../../data/newWebhook';
import { webhookQueries } from '../../data/webhooks';
import { t as shared } from '../../messages';
import { t } from './messages';
import { AddWebhook } from './AddWebhook';
import { WebhookCard } from './WebhookCard';
import { useNewWebhook } from './useNewWebhook';
import { useWebhookSecrets } from './useWebhookSecrets';
import { WebhookSecret } from './WebhookSecret';

const MOST = 5;

export function WebhookSection({ deploymentId }: { deploymentId: string }) {
  const webhooks = useQuery(webhookQueries.of(deploymentId));
  const { draft, setDraft, adding } = useNewWebhook(deploymentId);
  const isAdding = adding !== undefined;
  const [isDiscardAsked, setDiscardAsked] = useState(false);
  const closeForm = () => {
    setDraft(null);
    setDiscardAsked(false);
  };
  const { create, rotate, rotatingUrl, secrets, isListed, forget } = useWebhookSecrets(deploymentId, adding);
  /** The "Add" button. Not rendered while the deployment has the maximum number of webhooks. */
  const add = useRef<HTMLButtonElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const { data } = webhooks;
  useFocusAfterRemoval(
    cards,
    useMemo(() => data?.map(({ id }) => id), [data]),
  );
  const form = useRef<HTMLDivElement>(null);
  const hasFailed = create.isError || rotate.isError;
  useEffect(() => {
    // The focus was in the placeholder of the secret, which a failure removes.
    if (hasFailed && document.activeElement === document.body)
      (form.current?.querySelector('input') ?? cards.current?.querySelector('button'))?.focus();
  }, [hasFailed]);
  return (
    <Stack gap="md">
      <Text size="sm" tone="muted">
        {t('hooksText')}
      </Text>
      {secrets.map(({ url, secret }) => (
        <WebhookSecret
          key={url}
          url={url}
          secret={secret}
          onDone={() => {
            forget(url);
            const isFull = (data?.length ?? 0) >= MOST;
            (isFull ? cards.current?.querySelector('button') : add.current)?.focus();
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
            {shown.filter(isListed).map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                isRotating={rotatingUrl === webhook.url}
                onRotate={() => {
                  rotate.mutate({ id: webhook.id, url: webhook.url });
                }}
                onDeleted={() => {
                  forget(webhook.url);
                  add.current?.focus();
                }}
              />
            ))}
            {shown.filter(isListed).length < MOST && (
              <Stack direction="row">
                <Button
                  ref={add}
                  aria-expanded={draft !== null}
                  onClick={() => {
                    if (!draft) setDraft(emptyWebhook);
                    else if (isWebhookTyped(draft) && !isAdding) setDiscardAsked(true);
                    else closeForm();
                  }}
                >
                  {draft ? shared('cancel') : t('newHook')}
                </Button>
              </Stack>
            )}
          </Stack>
        )}
      </QueryPanel>
      {draft && (
        <div ref={form} hidden={isAdding}>
          <AddWebhook
            draft={draft}
            busy={isAdding}
            isDiscardAsked={isDiscardAsked}
            onChange={setDraft}
            onKeep={() => {
              setDiscardAsked(false);
            }}
            onDiscard={closeForm}
            onAdd={(webhook) => {
              create.mutate({ deployment: deploymentId, ...webhook });
            }}
          />
        </div>
      )}
    </Stack>
  );
}
