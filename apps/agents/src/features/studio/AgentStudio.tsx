/**
 * The creator’s workspace: at most one open form and one open dialog, above the agents and templates.
 * One piece: it connects the form with the next steps, or the failure, that replace it.
 */
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { AgentTrial } from '@slipway/contracts';
import { useSentInput } from '@slipway/data';
import { afterFrame, Button, Page, Skeleton, Stack, useFocusAfterRemoval } from '@slipway/design-system';
import { lazyPart, PartLoading } from '@slipway/platform';
import { type Agent, isPlanLimit, newAgentOf } from '../../data/agents';
import { endsDeployments } from '../../data/agentDeployments';
import type * as loadedForm from '../agent-form/form';
import { AGENT_FORM, type Draft, emptyDraft } from '../../data/draft';
import { AgentDialogs, useAgentDialogParams } from './AgentDialogs';
import { TemplateList } from './TemplateList';
import { useAgents } from './useAgents';
import { useCreated } from './useCreateAgent';
import { useSaved } from './useSaveAgent';
import { useFormFocus } from './useFormFocus';
import { type OpenForm, restoredForm, useForms } from './useForms';
import { usePublishFocus } from './usePublishFocus';
import { t as shared } from '../../messages';
import { t } from './messages';
import type { Action } from '../../components/AgentActions';
import { OwnAgents } from '../../components/OwnAgents';

/** The components that replace a sent form. They were loaded with the form, so they render immediately. */
let afterForm: Pick<typeof loadedForm, 'CreateFailed' | 'NextSteps'> | undefined;
const AgentForm = lazyPart(async () => {
  const form = await import('../agent-form/form');
  afterForm = form;
  return { default: form.AgentForm };
});
const WithdrawDialog = lazyPart(async () => ({
  default: (await import('../withdraw/withdrawal')).WithdrawDialog,
}));
const TestDialog = lazyPart(async () => ({ default: (await import('./TestDialog')).TestDialog }));

/** At least as high as the window, like most forms: the agents below stay out of view when the form replaces it. */
const FORM_HEIGHT = 'max(40rem, 100vh)';
const formSkeleton = <Skeleton shape="block" height={FORM_HEIGHT} />;

export function AgentStudio({ creator }: { creator: string }) {
  const agents = useAgents(creator);
  const { list, isComplete, interactions, deployed, create, save, lifecycle, remove, changingIds } = agents;
  const { failure, createdId } = create;
  const { input: unsent } = useSentInput<Omit<OpenForm, 'count'>>(AGENT_FORM);
  const forms = useForms(
    create.dropFailure,
    (error, id) => {
      agents.report(error, id, t('configFailed'));
    },
    restoredForm(create.draft, save.state) ?? unsent,
  );
  const { form, isReading, close } = forms;
  useCreated(close);
  useSaved({
    onSuccess: (newer) => {
      if (newer) forms.putAside(newer);
      else close();
    },
    onError: forms.putAside,
  });
  const dialogs = useAgentDialogParams();
  /** A test of a template, which has no id. */
  const [template, setTemplate] = useState<AgentTrial>();
  const listed = list.data?.find(({ id }) => id === createdId);
  const created = create.isPending && create.draft ? newAgentOf(create.draft) : listed;
  /** The next steps replace the form on submit, so that neither a response nor a failure moves anything later. */
  const isAdding = create.draft !== undefined;
  /** The form of an existing agent is hidden on submit, too. After a failure, a button opens it again. */
  const isSaving = save.state?.status === 'pending';
  const isAway = isSaving || form?.isAside === true;
  const steps = useRef<HTMLDivElement>(null);
  const [stepsHeight, setStepsHeight] = useState(0);
  const cards = useRef<HTMLDivElement>(null);
  const rows = list.data;
  useFocusAfterRemoval(
    cards,
    useMemo(() => rows?.map(({ id }) => id), [rows]),
  );
  const { opener, formPlace, ...formFocus } = useFormFocus({
    ...{ opened: form?.count, isReading, isAdding, isAway },
    isCreating: create.isPending,
  });

  const publishFocus = usePublishFocus(dialogs.publish.value !== null, rows);

  const handleAction = (agent: Agent, action: Action) => {
    if (action === 'publish') publishFocus.onOpen(agent);
    if (action === 'configure') {
      formFocus.handleOpen();
      void forms.configure(agent);
    } else if (action === 'test' || action === 'publish' || action === 'page' || action === 'analytics')
      dialogs[action].open(agent.id);
    else if (action === 'delete') remove({ id: agent.id });
    else lifecycle.changeLifecycle(agent, action);
  };
  const handleCreate = (draft: Draft) => {
    create.mutate(draft, {
      onError: () => {
        setStepsHeight(steps.current?.offsetHeight ?? 0);
      },
    });
  };
  const handleSubmit = (draft: Draft) => {
    if (form?.agentId === undefined) handleCreate(draft);
    else save.mutate({ id: form.agentId, draft, initial: form.initial });
  };

  const handleOpen = () => {
    formFocus.handleOpen();
    // Paint the press first. A transition could open the form, which moves the agents, much later on a busy machine.
    afterFrame(() => {
      if (form?.isAside) forms.keep();
      else forms.open({ draft: emptyDraft });
    });
  };
  const [isFormLoaded, setFormLoaded] = useState(afterForm !== undefined);
  const handleRendered = useCallback(() => {
    setFormLoaded(true);
  }, []);
  const isFormOpen = form !== undefined || isReading;

  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={
        // Hidden while the form is open, and shown again on submit, so that the response moves nothing.
        (!isFormOpen || isAdding || isAway) && (
          <Button
            ref={opener}
            // The next steps, or the failure, contain the primary button.
            variant={created || failure ? 'secondary' : 'primary'}
            onClick={handleOpen}
          >
            {form?.isAside ? shared('backToForm') : t('createAgent')}
          </Button>
        )
      }
    >
      <Stack gap="xxl">
        {isReading && !form && formSkeleton}
        {form && (
          <div ref={formPlace} hidden={isAdding || isAway}>
            {/* Also the height of a form that could not be loaded, as without a network, and of one that then loads. */}
            <Stack minHeight={isFormLoaded ? undefined : FORM_HEIGHT}>
              <Suspense fallback={formSkeleton}>
                <AgentForm
                  key={form.count}
                  title={
                    form.agentId ? t('configureTitle', { name: form.initial.draft.name }) : t('createAgent')
                  }
                  submitLabel={form.agentId ? shared('save') : t('createAgent')}
                  initial={form.initial}
                  typed={form.typed}
                  isBusy={create.isPending || isSaving}
                  agentId={form.agentId}
                  isDiscardPending={forms.hasNext && !create.isPending && !isSaving}
                  onSubmit={handleSubmit}
                  onKeepEditing={forms.keep}
                  onClose={close}
                  onRendered={handleRendered}
                />
              </Suspense>
            </Stack>
          </div>
        )}
        {failure && afterForm && (
          <afterForm.CreateFailed
            name={failure.draft.name}
            isPlanLimit={isPlanLimit(failure.error)}
            minHeight={stepsHeight}
            onEdit={create.dropFailure}
            onRetry={() => {
              handleCreate(failure.draft);
            }}
          />
        )}
        {created && afterForm && (create.isPending || !form) && (
          <div ref={steps}>
            <afterForm.NextSteps
              agent={created}
              isBusy={create.isPending}
              onTest={() => {
                handleAction(created, 'test');
              }}
              onPublish={() => {
                handleAction(created, 'publish');
              }}
              onDismiss={() => {
                create.dismiss();
                opener.current?.focus();
              }}
            />
          </div>
        )}
        <OwnAgents
          ref={cards}
          list={list}
          isComplete={isComplete}
          // Remove the placeholder once the list has the agent: together, one would move the other.
          adding={create.isPending && !listed ? 'waiting' : failure?.draft}
          onCreate={isFormOpen ? undefined : handleOpen}
          viewOf={(agent) => ({
            agent,
            // The response leaves out agents without interactions.
            interactions: interactions.data && (interactions.data[agent.id] ?? 0),
            hasDeployments: endsDeployments(agent, deployed.data?.[agent.id]),
            isBusy: changingIds.includes(agent.id),
            onAction: (action) => {
              handleAction(agent, action);
            },
          })}
        />
        {/* Rendered after the agents have loaded: their number is unknown before, and they would push the templates down. */}
        {(isComplete || list.isError) && (
          <TemplateList
            onConfigure={({ name, description, prompt, temperature, maxTokens }) => {
              formFocus.handleOpen();
              forms.open({ draft: { ...emptyDraft, name, description, prompt, temperature, maxTokens } });
            }}
            onShared={() => {
              dialogs.links.open('all');
            }}
            onTest={({ name, category, prompt, temperature, maxTokens }) => {
              setTemplate({ name, category, prompt, temperature, maxTokens: Number(maxTokens) });
            }}
          />
        )}
      </Stack>
      <Suspense fallback={<PartLoading />}>
        {template && (
          <TestDialog
            trial={template}
            onClose={() => {
              setTemplate(undefined);
            }}
          />
        )}
        {lifecycle.asked && (
          <WithdrawDialog
            withdrawal={lifecycle.asked}
            onConfirm={() => {
              lifecycle.answer(true);
            }}
            onClose={() => {
              lifecycle.answer(false);
            }}
          />
        )}
        <AgentDialogs
          agents={rows}
          creator={creator}
          dialogs={dialogs}
          onPublished={() => {
            publishFocus.onPublished();
            void agents.refetch();
          }}
          reportSave={agents.reportSave}
        />
      </Suspense>
    </Page>
  );
}
