/** The webhooks of a deployment: adds them, and shows a new secret until the user has copied it. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Button, Skeleton, Stack, Text, toast, useFocusAfterRemoval } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { type NewSecret, newSecretsOf } from '../../data/newSecrets';
import { createWebhook, rotateSecret, webhookQueries } from '../../data/webhooks';
import { t as shared } from '../../messages';
import { addFailed, changeFailed, t } from './messages';
import { AddWebhook, emptyWebhook, isWebhookTyped, type WebhookDraft } from './AddWebhook';
import { WebhookCard } from './WebhookCard';
import { WebhookSecret } from './WebhookSecret';

const MOST = 5;

export function WebhookSection({ deploymentId }: { deploymentId: string }) {
  const queryClient = useQueryClient();
  const webhooks = useQuery(webhookQueries.of(deploymentId));
  /** Undefined while the form is closed. */
  const [draft, setDraft] = useState<WebhookDraft>();
  const [isDiscardAsked, setDiscardAsked] = useState(false);
  const closeForm = () => {
    setDraft(undefined);
    setDiscardAsked(false);
  };
  const created = newSecretsOf(deploymentId);
  const { data: secrets } = useQuery(created);
  /** Replaces the secrets before of this webhook. */
  const setSecret = (address: string, ...next: NewSecret[]) => {
    queryClient.setQueryData(created.queryKey, (all = []) => [
      ...all.filter(({ url }) => url !== address),
      ...next,
    ]);
  };
  /** Not there while the deployment has as many webhooks as it may have. */
  const add = useRef<HTMLButtonElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const { data } = webhooks;
  useFocusAfterRemoval(
    cards,
    useMemo(() => data?.map(({ id }) => id), [data]),
  );
  // The mutation does not wait for the list.
  const onSettled = () => {
    void queryClient.invalidateQueries({ queryKey: webhookQueries.all() });
  };
  const create = useExclusiveMutation({
    mutationKey: ['webhooks', 'create'],
    mutationFn: createWebhook,
    onSuccess: (secret, { url }) => {
      closeForm();
      setSecret(url, { url, secret, isAdded: true });
    },
    onError: (error) => toast.error(addFailed(error)),
    onSettled,
  });
  const rotate = useExclusiveMutation({
    mutationKey: ['webhooks', 'rotate'],
    mutationFn: ({ id }: { id: string; url: string }) => rotateSecret(id),
    onSuccess: (secret, { url }) => {
      setSecret(url, { url, secret, isAdded: false });
    },
    onError: (error) => toast.error(changeFailed(error)),
    onSettled,
  });
  // A secret has its place at the press, instead of the form: a late response would move what is below.
  const waiting = [create, rotate].find(({ isPending }) => isPending)?.variables;
  const places = waiting
    ? [...secrets.filter(({ url }) => url !== waiting.url), { url: waiting.url, secret: undefined }]
    : secrets;
  // For the same reason, a new webhook is in the list after its secret.
  const isListed = ({ url }: { url: string }) => !secrets.some((each) => each.isAdded && each.url === url);
  const form = useRef<HTMLDivElement>(null);
  const hasFailed = create.isError || rotate.isError;
  useEffect(() => {
    // It was in the place of the secret.
    if (hasFailed && document.activeElement === document.body)
      (form.current?.querySelector('input') ?? cards.current?.querySelector('button'))?.focus();
  }, [hasFailed]);
  return (
    <Stack gap="md">
      <Text size="sm" tone="muted">
        {t('hooksText')}
      </Text>
      {places.map(({ url, secret }) => (
        <WebhookSecret
          key={url}
          url={url}
          secret={secret}
          onDone={() => {
            setSecret(url);
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
                isRotating={waiting === rotate.variables && waiting?.url === webhook.url}
                onRotate={() => {
                  rotate.mutate({ id: webhook.id, url: webhook.url });
                }}
                onDeleted={() => {
                  setSecret(webhook.url);
                  add.current?.focus();
                }}
              />
            ))}
            {shown.filter(isListed).length < MOST && (
              <Stack direction="row">
                <Button
                  ref={add}
                  aria-expanded={draft !== undefined}
                  onClick={() => {
                    if (!draft) setDraft(emptyWebhook);
                    else if (isWebhookTyped(draft) && !create.isPending) setDiscardAsked(true);
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
        <div ref={form} hidden={create.isPending}>
          <AddWebhook
            draft={draft}
            busy={create.isPending}
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
