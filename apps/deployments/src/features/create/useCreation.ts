/** The creation of a deployment: its dialog (`?new=deployment`), then its key and its first call. */
import { useEffect, useState } from 'react';
import { type MutationState, useMutationState } from '@tanstack/react-query';
import { useDialogParam, useSearchParams } from '@slipway/platform';
import type { Deployment, NewDeployment } from '../../data/deployments';

export const creations = ['deployments', 'create'] as const;

/** The newest one, also of a dialog that was closed. */
export const useLastCreation = () =>
  useMutationState({
    filters: { mutationKey: creations },
    select: ({ state }) => state as MutationState<Deployment, Error, NewDeployment>,
  }).at(-1);

const withoutAgent = (current: URLSearchParams) => {
  const next = new URLSearchParams(current);
  next.delete('agent');
  return next;
};

interface Created {
  id: string;
  name: string;
  endpoint: string;
  /** Undefined after a revocation. */
  apiKey: string | undefined;
}

/** `rows` are undefined while the list is unknown; `detailsId` is the deployment whose details are open. */
export function useCreation(rows: readonly Deployment[] | undefined, detailsId: string | null) {
  const last = useLastCreation();
  /** `submittedAt` of the last creation whose dialog the user has closed. */
  const [closed, setClosed] = useState(last?.status === 'pending' ? undefined : last?.submittedAt);
  const [params, setParams] = useSearchParams();
  const dialog = useDialogParam('new');
  const [created, setCreated] = useState<Created>();
  // Keep the card of a revoked key until the details are closed: removing it would move the page behind them.
  if (created && created.apiKey === undefined && detailsId !== created.id) setCreated(undefined);

  // `?agent=` applies to one deployment: remove it after the creation.
  const isAgentUsed = created !== undefined && dialog.value === null && params.has('agent');
  useEffect(() => {
    if (isAgentUsed) setParams(withoutAgent, { replace: true, preventScrollReset: true });
  }, [isAgentUsed, setParams]);

  /** Hides the key of a deleted deployment; Undo shows it again. While the list is unknown, nothing counts as deleted. */
  const isDeleted = (id: string) => rows !== undefined && !rows.some((row) => row.id === id);
  // Reserve the space of the key and the card while a deployment is created, so that the response moves nothing. After
  // a failure, keep the space until the user closes the dialog.
  const hasFailed = last?.status === 'error' && last.submittedAt !== closed && dialog.value !== null;
  const isShown = created !== undefined && created.apiKey === last?.variables?.api_key;
  const isAdding = !isShown && (last?.status === 'pending' || hasFailed);
  const adding = isAdding ? last?.variables : undefined;

  return {
    isAdding,
    /** The newest deployment, for the card about its first call; without its key while it is created. */
    firstCall:
      created && !isDeleted(created.id)
        ? { ...created, apiKey: created.apiKey ?? '' }
        : adding && { id: undefined, apiKey: '', name: adding.name, endpoint: adding.endpoint_url },
    dismissFirstCall: () => {
      setCreated(undefined);
    },
    /** Call it after a rotation, with the new key, or after a revocation, without one. */
    changeKey: (id: string, apiKey: string | undefined) => {
      setCreated((current) => (current?.id === id ? { ...current, apiKey } : current));
    },
    isDialogOpen: dialog.value !== null,
    suggestedAgent: params.get('agent'),
    openDialog: () => {
      setClosed(last?.submittedAt);
      dialog.open('deployment');
    },
    closeDialog: dialog.close,
    /** Shows a created deployment and closes the dialog, even if the user has opened it again. */
    show: ({ id, name, endpoint_url: endpoint }: Deployment, apiKey: string) => {
      setCreated({ id, name, endpoint, apiKey });
      dialog.close();
    },
  };
}
