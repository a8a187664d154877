/** `/deployments`: what this person runs, newest first. `?agent=` suggests an agent, `?deployment=` opens details. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { newApiKey } from '@slipway/keys';
import { Button, Notice, Page, Stack, toast } from '@slipway/design-system';
import { useSearchParams } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { agentQueries } from '../data/agents';
import { copyText } from '../features/clipboard/copyText';
import { endpointOf } from '../data/deployments';
import { eventQueries } from '../data/events';
import { useOtherTabs } from '../features/list/otherTabs';
import { goalOf } from '../data/status';
import { useDeployments } from '../features/list/useDeployments';
import { useKeyCopy } from '../features/keys/useKeyCopy';
import { useRemoval } from '../features/list/useRemoval';
import { t } from '../messages';
import { CreateButton } from '../components/CreateButton';
import { DeploymentCard } from '../components/DeploymentCard';
import { DeploymentList } from '../components/DeploymentList';

const NewDeployment = lazy(async () => ({
  default: (await import('../features/create/NewDeployment')).NewDeployment,
}));
const Confirm = lazy(async () => ({ default: (await import('../components/ConfirmDialog')).Confirm }));
const KeyPassword = lazy(async () => ({
  default: (await import('../features/keys/KeyPassword')).KeyPassword,
}));
const Details = lazy(async () => ({
  default: (await import('../features/details/DeploymentDetails')).Details,
}));

const none: ReadonlySet<string> = new Set();

export default function DeploymentsPage() {
  useOtherTabs();
  const session = useSession();
  const [params, setParams] = useSearchParams();
  const { list, create, move, remove, moving, removing } = useDeployments();
  const agents = useQuery(agentQueries.offered());
  const external = useQuery(agentQueries.external()).data ?? none;
  const lastDeployed = useQuery(eventQueries.lastDeployed());
  const keyCopy = useKeyCopy();
  const removal = useRemoval(remove);
  // At once: `isPending` comes too late for the second press of a double click.
  const isSending = useRef(false);
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<{ name: string; key: string }>();

  const hasFailed = list.isError || agents.isError;
  useEffect(() => {
    if (hasFailed) toast.error(t('loadFailed'), { id: 'deployments-load' });
  }, [hasFailed]);

  const rowOf = (id: string | null | undefined) => list.data?.find((row) => row.id === id);
  const shown = rowOf(params.get('deployment'));
  const asked = rowOf(removal.asked);
  const show = (id: string | undefined) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (id === undefined) next.delete('deployment');
        else next.set('deployment', id);
        return next;
      },
      { preventScrollReset: true },
    );
  };
  const openDialog = () => {
    create.reset();
    setCreating(true);
  };
  const handleCreate = ({ name, agentId }: { name: string; agentId: string }) => {
    if (session.status !== 'signed-in' || isSending.current) return;
    isSending.current = true;
    const key = newApiKey();
    create.mutate(
      {
        name,
        agent_id: agentId,
        user_id: session.user.id,
        api_key: key,
        endpoint_url: endpointOf(name),
        status: 'pending',
      },
      {
        onSuccess: () => {
          setCreating(false);
          setFresh({ name, key });
        },
        onSettled: () => {
          isSending.current = false;
        },
      },
    );
  };

  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={<CreateButton label={t('new')} onClick={openDialog} />}
    >
      <Stack gap="lg">
        {fresh && (
          <Notice
            action={
              <Stack direction="row" gap="sm">
                <Button size="sm" onClick={() => void copyText(fresh.key)}>
                  {t('copyKey')}
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => {
                    setFresh(undefined);
                  }}
                >
                  {t('done')}
                </Button>
              </Stack>
            }
          >
            {t('newKey', { name: fresh.name })}
          </Notice>
        )}
        <DeploymentList
          deployments={list.data}
          hasFailed={list.isError}
          isFetching={list.isFetching}
          onRetry={() => void list.refetch()}
          onCreate={openDialog}
          card={(row) => (
            <DeploymentCard
              deployment={row}
              lastDeployed={lastDeployed.data?.[row.id] ?? row.last_deployed_at}
              isExternal={external.has(row.agent_id)}
              isMoving={moving.includes(row.id)}
              isRemoving={removing.includes(row.id)}
              isCopying={keyCopy.copyingId === row.id}
              onMove={(chosen) => {
                move({ id: row.id, status: goalOf[chosen] });
              }}
              onDelete={() => {
                if (!removing.includes(row.id)) void removal.request(row.id);
              }}
              onCopyKey={() => {
                keyCopy.copyKey(row.id);
              }}
              onCopyEndpoint={() => void copyText(row.endpoint_url)}
              onDetails={() => {
                show(row.id);
              }}
            />
          )}
        />
      </Stack>
      <Suspense>
        {isCreating && (
          <NewDeployment
            agents={agents.data ?? []}
            external={external}
            suggestedAgent={params.get('agent')}
            isBusy={create.isPending}
            isNameTaken={isAppError(create.error) && create.error.code === 'conflict'}
            onCreate={handleCreate}
            onClose={() => {
              setCreating(false);
            }}
          />
        )}
        {shown && (
          <Details
            deployment={shown}
            onClose={() => {
              show(undefined);
            }}
          />
        )}
        {asked && (
          <Confirm
            title={t('deleteTitle', { name: asked.name })}
            text={t('deleteText')}
            action={t('delete')}
            onConfirm={removal.confirm}
            onClose={removal.cancel}
          />
        )}
        {keyCopy.locked !== undefined && <KeyPassword onUnlocked={keyCopy.unlock} onClose={keyCopy.cancel} />}
      </Suspense>
    </Page>
  );
}
