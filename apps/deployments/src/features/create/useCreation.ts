/** The creation of a deployment: its dialog (`?new=deployment`), then its key and its first call. */
import { useEffect, useState } from 'react';
import { isAppError } from '@slipway/contracts';
import { newApiKey } from '@slipway/keys';
import { useDialogParam, useSearchParams } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { type Deployment, endpointOf } from '../../data/deployments';
import type { useDeployments } from '../list/useDeployments';

const withoutAgent = (current: URLSearchParams) => {
  const next = new URLSearchParams(current);
  next.delete('agent');
  return next;
};

/** Why the database rejected the name; undefined for another error. */
function rejectedName(error: unknown): 'nameTaken' | 'nameHidden' | undefined {
  if (!isAppError(error)) return undefined;
  if (error.code === 'conflict') return 'nameTaken';
  const cause = error.cause as { hint?: unknown } | undefined;
  return cause?.hint === 'hidden_characters' ? 'nameHidden' : undefined;
}

interface Created {
  id: string;
  name: string;
  endpoint: string;
  /** Undefined after a revocation. */
  apiKey: string | undefined;
}

/** `rows` are undefined while the list is unknown; `detailsId` is the deployment whose details are open. */
export function useCreation(
  create: ReturnType<typeof useDeployments>['create'],
  rows: readonly Deployment[] | undefined,
  detailsId: string | null,
) {
  const session = useSession();
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
  const isAdding = create.isPending || (create.isError && dialog.value !== null);
  const adding = isAdding ? create.variables : undefined;

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
    rejectedName: rejectedName(create.error),
    openDialog: () => {
      create.reset();
      dialog.open('deployment');
    },
    closeDialog: dialog.close,
    create: ({ name, agentId }: { name: string; agentId: string }) => {
      if (session.status !== 'signed-in') return;
      const apiKey = newApiKey();
      create.mutate(
        {
          name,
          agent_id: agentId,
          user_id: session.user.id,
          api_key: apiKey,
          endpoint_url: endpointOf(name),
          status: 'pending',
        },
        {
          onSuccess: ({ id, endpoint_url: endpoint }) => {
            setCreated({ id, name, endpoint, apiKey });
            dialog.close();
          },
        },
      );
    },
  };
}
