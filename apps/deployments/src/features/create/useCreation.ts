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
  /** When the last one was sent that the user has closed. */
  const [closed, setClosed] = useState(last?.status === 'pending' ? undefined : last?.submittedAt);
  const [params, setParams] = useSearchParams();
  const dialog = useDialogParam('new');
  const [created, setCreated] = useState<Created>();
  // The card of a revoked key stays until the details are closed: it would move the page behind them.
  if (created && created.apiKey === undefined && detailsId !== created.id) setCreated(undefined);

  // The agent of a link is for one deployment.
  const isAgentUsed = created !== undefined && dialog.value === null && params.has('agent');
  useEffect(() => {
    if (isAgentUsed) setParams(withoutAgent, { replace: true, preventScrollReset: true });
  }, [isAgentUsed, setParams]);

  /** The key goes with its deployment, and comes back with Undo. While the list is unknown, it stays. */
  const isDeleted = (id: string) => rows !== undefined && !rows.some((row) => row.id === id);
  // While a deployment is created, its key and its card have their space: the response moves nothing. A failure keeps it
  // until the user closes the dialog.
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
    /** After a rotation, with the new key, or a revocation. */
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
    /** After a success: its dialog closes, also one that was opened again. */
    show: ({ id, name, endpoint_url: endpoint }: Deployment, apiKey: string) => {
      setCreated({ id, name, endpoint, apiKey });
      dialog.close();
    },
  };
}
