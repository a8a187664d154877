/**
 * `/deployments`: the user's deployments, newest first. `?agent=` preselects an agent, `?new=deployment` opens
 * the dialog, `?deployment=` details.
 */
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Page, Stack, toast, useFocusAfterRemoval } from '@slipway/design-system';
import { lazyPart, PartLoading, useDialogParam } from '@slipway/platform';
import { agentQueries } from '../data/agents';
import { copyText } from '../features/clipboard/copyText';
import { useCreation } from '../features/create/useCreation';
import { FirstCall } from '../features/first-call/FirstCall';
import { DETAILS_PARAMETER } from '../data/detailsParameter';
import { endingQueries, noEnds } from '../data/ending';
import { eventQueries } from '../data/events';
import { useReloadFromOtherTabs } from '../data/otherTabs';
import { targetStatus } from '../data/status';
import { termsQueries } from '../data/terms';
import { TermsNotice } from '../features/terms/TermsNotice';
import { useDeployments } from '../features/list/useDeployments';
import { useFocusAfterCancel } from '../features/list/useFocusAfterCancel';
import { useUnknownDeployment } from '../features/details/useUnknownDeployment';
import { UncopiedKey } from '../features/keys/UncopiedKey';
import { useKeyCopy } from '../features/keys/useKeyCopy';
import { useRemoval } from '../features/list/useRemoval';
import { t } from '../messages';
import { CreateButton } from '../components/CreateButton';
import { DeploymentCard } from '../components/DeploymentCard';
import { DeploymentList } from '../components/DeploymentList';

const NewDeployment = lazyPart(async () => ({
  default: (await import('../features/create/NewDeployment')).NewDeployment,
}));
const DeleteDialog = lazyPart(async () => ({
  default: (await import('@slipway/design-system/overlays')).ConfirmDialog,
}));
const DeploymentDetails = lazyPart(async () => ({
  default: (await import('../features/details/DeploymentDetails')).DeploymentDetails,
}));

const none: ReadonlySet<string> = new Set();

export default function DeploymentsPage() {
  useReloadFromOtherTabs();
  const { list, add, changeStatus, remove, changing, removing, restoring } = useDeployments();
  const agents = useQuery(agentQueries.offered());
  const external = useQuery(agentQueries.external()).data ?? none;
  const ending = useQuery(endingQueries.ends());
  const ends = ending.data ?? noEnds;
  const terms = useQuery(termsQueries.pending());
  const lastDeployed = useQuery(eventQueries.lastDeployed());
  const keyCopy = useKeyCopy();
  const removal = useRemoval(remove);
  const details = useDialogParam(DETAILS_PARAMETER);
  const content = useRef<HTMLDivElement>(null);
  // Hide a card when its deletion is sent, and show it again only after a failure: a late response would move the others.
  const { hidden } = removal;
  const rows = useMemo(
    () => list.data?.filter(({ id }) => ![...removing, ...hidden].includes(id)),
    [list.data, removing, hidden],
  );
  const creation = useCreation(rows, details.value);
  // Show the cards together with their notices: a late notice would move the cards below. Do not wait for retries.
  const isComplete = [ending, terms].every(({ isLoading, failureCount }) => !isLoading || failureCount > 0);
  useFocusAfterRemoval(
    content,
    useMemo(() => rows?.map(({ id }) => id), [rows]),
  );

  const focusAfterCancel = useFocusAfterCancel(content, rows);

  const hasFailed = list.isError || agents.isError;
  useEffect(() => {
    // The list is read again after a failed change, whose toast this one must not hide.
    if (hasFailed) toast.error(t('loadFailed'), { id: 'deployments-load', isBackground: true });
  }, [hasFailed]);

  useUnknownDeployment(details, list);

  // Wait until the end of its agent is known: a later notice would move the content below.
  const shown = isComplete ? rows?.find(({ id }) => id === details.value) : undefined;
  const confirming = list.data?.find(({ id }) => id === removal.confirming);
  const { firstCall, isAdding } = creation;

  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={
        <CreateButton
          label={t('new')}
          variant={firstCall || rows?.length === 0 ? 'secondary' : 'primary'}
          onClick={creation.openDialog}
        />
      }
    >
      <Stack gap="lg" ref={content}>
        {firstCall && (
          <FirstCall
            {...firstCall}
            onDone={() => {
              // This button disappears: the focus moves to the card of the new deployment.
              content.current?.querySelector<HTMLElement>('article button')?.focus();
              creation.dismissFirstCall();
            }}
          />
        )}
        <DeploymentList
          deployments={isComplete ? rows : undefined}
          isAdding={isAdding}
          hasFailed={list.isError}
          isFetching={list.isFetching}
          onRetry={() => void list.refetch()}
          onCreate={creation.openDialog}
          card={(row) => (
            <DeploymentCard
              deployment={row}
              lastDeployed={lastDeployed.data?.[row.id] ?? row.last_deployed_at}
              isExternal={external.has(row.agent_id)}
              endsAt={ends.byDeployment.get(row.id)}
              notice={
                <TermsNotice
                  deployment={row}
                  isChanging={changing.includes(row.id)}
                  onStop={() => {
                    changeStatus({ id: row.id, status: 'stopped' });
                  }}
                />
              }
              isChanging={[...changing, ...restoring].includes(row.id)}
              isRestoring={restoring.includes(row.id)}
              isCopying={keyCopy.copyingId === row.id}
              onAction={(action) => {
                changeStatus({ id: row.id, status: targetStatus[action] });
              }}
              onDeleteSoon={() => {
                removal.prepare(row.id);
              }}
              onDelete={() => {
                if (!restoring.includes(row.id)) void removal.request(row.id);
              }}
              onCopyKey={() => {
                keyCopy.copyKey({ id: row.id, name: row.name });
              }}
              onCopyEndpoint={() => void copyText(row.endpoint_url)}
              onDetails={() => {
                details.open(row.id);
              }}
            />
          )}
        />
      </Stack>
      <Suspense fallback={<PartLoading />}>
        {creation.isDialogOpen && (
          <NewDeployment
            agents={agents.data?.filter(({ id }) => !ends.endedAgents.has(id))}
            hasFailed={agents.isError}
            isFetching={agents.isFetching}
            onRetry={() => agents.refetch()}
            external={external}
            suggestedAgent={creation.suggestedAgent}
            onCreated={async (row, apiKey) => {
              await add(row);
              creation.show(row, apiKey);
            }}
            onClose={creation.closeDialog}
          />
        )}
        {shown && (
          <DeploymentDetails
            deployment={shown}
            endsAt={ends.byDeployment.get(shown.id)}
            onClose={details.close}
            onKeyChanged={(key) => {
              creation.changeKey(shown.id, key);
            }}
          />
        )}
        <UncopiedKey />
        {confirming && (
          <DeleteDialog
            title={t('deleteTitle', { name: confirming.name })}
            description={t('deleteText')}
            cancelLabel={t('cancel')}
            confirmLabel={t('delete')}
            onConfirm={removal.confirm}
            onClose={() => {
              focusAfterCancel(confirming);
              removal.cancel();
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}
