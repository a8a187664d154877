/** Adds webhooks to a deployment and rotates their secrets. A new secret is shown until the user has copied it. */
import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { useNavigate } from '@slipway/platform';
import { DETAILS_PARAMETER } from '../../data/detailsParameter';
import { type NewSecret, newSecretsOf } from '../../data/newSecrets';
import { newWebhookOf, type WebhookDraft } from '../../data/newWebhook';
import { notifyOtherTabs } from '../../data/otherTabs';
import { createWebhook, rotateSecret, webhookQueries } from '../../data/webhooks';
import { addFailed, changeFailed, t } from './messages';
import { addingKey } from './useNewWebhook';

/** `adding` is the webhook that is being added. */
export function useWebhookSecrets(deploymentId: string, adding: WebhookDraft | undefined) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const shown = newSecretsOf(deploymentId);
  const { data: secrets } = useQuery(shown);
  /** Replaces the earlier secrets of the webhook at this address. */
  const setSecret = (address: string, ...next: NewSecret[]) => {
    queryClient.setQueryData(shown.queryKey, (all = []) => [
      ...all.filter(({ url }) => url !== address),
      ...next,
    ]);
  };
  // Not returned: the mutation must not wait for the list.
  const onSettled = () => {
    notifyOtherTabs();
    void queryClient.invalidateQueries({ queryKey: webhookQueries.all() });
  };
  const create = useExclusiveMutation({
    mutationKey: addingKey(deploymentId),
    mutationFn: createWebhook,
    onSuccess: ({ id, secret }, { url, events }) => {
      queryClient.setQueryData(newWebhookOf(deploymentId).queryKey, null);
      setSecret(url, { url, secret, isAdded: true });
      // Add it to the cached list now: its card must replace the secret as soon as the user presses Done.
      const added = { id, url, events: [...events], disabled_at: null, secret_lost_at: null };
      queryClient.setQueryData(
        webhookQueries.of(deploymentId).queryKey,
        // A refetch during the mutation may have added it already.
        (all) => all && [...all.filter((each) => each.id !== id), added],
      );
    },
    onError: (error) => {
      const onPress = () => void navigate(`/deployments?${DETAILS_PARAMETER}=${deploymentId}`);
      // If the form was closed before the response, offer to open it again: it has kept the input.
      toast.error(addFailed(error), isOpen.current ? {} : { action: { label: t('backToForm'), onPress } });
    },
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
  // On the press, replace the form by a placeholder of the secret: a late response would move the page.
  const waiting = adding ?? (rotate.isPending ? rotate.variables : undefined);
  return {
    create,
    rotate,
    /** The address of the webhook whose secret is being rotated. */
    rotatingUrl: adding ? undefined : waiting?.url,
    /** The secrets, oldest first; `secret` is undefined while it is being created. */
    secrets: waiting
      ? [...secrets.filter(({ url }) => url !== waiting.url), { url: waiting.url, secret: undefined }]
      : secrets,
    /** False for a new webhook until its secret is confirmed: its card would move the secret. */
    isListed: ({ url }: { url: string }) => !secrets.some((each) => each.isAdded && each.url === url),
    forget: (address: string) => {
      setSecret(address);
    },
  };
}
