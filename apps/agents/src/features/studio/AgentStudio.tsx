/** A creator's page: the one form that is open, the one dialog that is open, and the lists. */
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { AgentTrial } from '@slipway/contracts';
import { Button, Grid, Heading, Page, Skeleton, Stack, Text, toast } from '@slipway/design-system';
import { type Agent, readDraft } from '../../data/agents';
import { type Draft, emptyDraft } from '../../data/draft';
import { templates } from './templates';
import { useAgents } from './useAgents';
import { t } from '../../messages';
import type { Action } from '../../components/AgentActions';
import { OwnAgents } from '../../components/OwnAgents';
import { TemplateCard } from '../../components/TemplateCard';

const AgentForm = lazy(() => import('./AgentForm'));
const PublishDialog = lazy(() => import('../../components/PublishDialog'));
const AnalyticsDialog = lazy(() => import('../analytics/AnalyticsDialog'));
const TestDialog = lazy(() => import('./TestDialog'));

/** What the form is about: a new agent, or one that is there. `count` tells one opening from the next. */
interface Opened {
  count: number;
  initial: Draft;
  agent?: Agent;
}

type Shown = { dialog: 'publish' | 'figures'; agent: Agent } | { dialog: 'test'; trial: AgentTrial };

export function AgentStudio({ creator }: { creator: string }) {
  const { list, interactions, create, configure, publish, move, remove, changing } = useAgents(creator);
  const opener = useRef<HTMLButtonElement>(null);
  const [form, setForm] = useState<Opened>();
  /** Takes the form's place once the person has given up what is in it. */
  const [next, setNext] = useState<Opened>();
  const [shown, setShown] = useState<Shown>();

  const open = (initial: Draft, agent?: Agent) => {
    const opened = { count: (form?.count ?? 0) + 1, initial, ...(agent ? { agent } : {}) };
    if (form) setNext(opened);
    else setForm(opened);
  };
  const close = useCallback(() => {
    setForm(next);
    setNext(undefined);
  }, [next]);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button is back in the form's stead: whoever wrote goes on there.
    if (wasOpen.current && !form) opener.current?.focus();
    wasOpen.current = form !== undefined;
    if (form) window.scrollTo({ top: 0 });
  }, [form]);
  const closeDialog = () => {
    setShown(undefined);
  };
  const openConfiguration = async (agent: Agent) => {
    try {
      open(await readDraft(agent), agent);
    } catch {
      toast.error(t('readFailed'), { id: 'agent-read' });
    }
  };
  const handleAction = (agent: Agent, action: Action) => {
    if (action === 'configure') void openConfiguration(agent);
    else if (action === 'test') setShown({ dialog: 'test', trial: { name: agent.name, agentId: agent.id } });
    else if (action === 'publish' || action === 'figures') setShown({ dialog: action, agent });
    else if (action === 'delete') remove({ id: agent.id });
    else move({ id: agent.id, to: action });
  };
  const handleSubmit = (draft: Draft) => {
    if (form?.agent) configure.mutate({ id: form.agent.id, draft }, { onSuccess: close });
    else create.mutate(draft, { onSuccess: close });
  };

  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={
        !form && (
          <Button
            ref={opener}
            variant="primary"
            onClick={() => {
              open(emptyDraft);
            }}
          >
            {t('createAgent')}
          </Button>
        )
      }
    >
      <Stack gap="xxl">
        {form && (
          <Suspense fallback={<Skeleton shape="block" height="40rem" />}>
            <AgentForm
              key={form.count}
              title={form.agent ? t('configureTitle', { name: form.agent.name }) : t('createAgent')}
              submitLabel={form.agent ? t('save') : t('createAgent')}
              initial={form.initial}
              isBusy={create.isPending || configure.isPending}
              isToLeave={next !== undefined}
              onSubmit={handleSubmit}
              onStay={() => {
                setNext(undefined);
              }}
              onClose={close}
            />
          </Suspense>
        )}
        <OwnAgents
          list={list}
          interactions={interactions.data}
          viewOf={(agent) => ({
            agent,
            interactions: interactions.data?.[agent.id],
            isBusy: changing.includes(agent.id),
            onAction: (action) => {
              handleAction(agent, action);
            },
          })}
        />
        {/* After the own agents, whose number nobody knows before: nothing is moved down by them. */}
        {!list.isPending && (
          <Stack as="section" aria-labelledby="templates">
            <div>
              <Heading level={2} size="lg" id="templates">
                {t('templates')}
              </Heading>
              <Text size="sm" tone="muted">
                {t('templatesHint')}
              </Text>
            </div>
            <Grid as="ul" role="list">
              {templates.map((template) => (
                <li key={template.id}>
                  <TemplateCard
                    template={template}
                    onConfigure={() => {
                      const { name, description, prompt, temperature, maxTokens } = template;
                      open({ name, description, prompt, temperature, maxTokens });
                    }}
                    onTest={() => {
                      const { name, prompt, temperature, maxTokens } = template;
                      setShown({
                        dialog: 'test',
                        trial: { name, prompt, temperature, maxTokens: Number(maxTokens) },
                      });
                    }}
                  />
                </li>
              ))}
            </Grid>
          </Stack>
        )}
      </Stack>
      <Suspense>
        {shown?.dialog === 'test' && <TestDialog trial={shown.trial} onClose={closeDialog} />}
        {shown?.dialog === 'figures' && <AnalyticsDialog agent={shown.agent} onClose={closeDialog} />}
        {shown?.dialog === 'publish' && (
          <PublishDialog
            agent={shown.agent}
            isBusy={publish.isPending}
            onPublish={(listing) => {
              publish.mutate({ id: shown.agent.id, listing }, { onSuccess: closeDialog });
            }}
            onClose={closeDialog}
          />
        )}
      </Suspense>
    </Page>
  );
}
