/**
 * The dialogs of one agent: test, publish, page and analytics; and the user's shared conversations. The URL names the
 * dialog and the agent (`?test=<id>`, `?links=all`).
 */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type DialogParam, lazyPart, useDialogParam } from '@slipway/platform';
import { type Agent, agentQueries } from '../../data/agents';
import type { useAgents } from './useAgents';

const PublishDialog = lazyPart(async () => ({
  default: (await import('../publish/PublishDialog')).PublishDialog,
}));
const AnalyticsDialog = lazyPart(async () => ({
  default: (await import('../analytics/AnalyticsDialog')).AnalyticsDialog,
}));
const PageDialog = lazyPart(async () => ({ default: (await import('../page/PageDialog')).PageDialog }));
const LinksDialog = lazyPart(async () => ({ default: (await import('../share/LinksDialog')).LinksDialog }));
const UnknownAgent = lazyPart(async () => ({ default: (await import('./UnknownAgent')).UnknownAgent }));
const TestDialog = lazyPart(async () => ({ default: (await import('./TestDialog')).TestDialog }));

type AgentDialogParams = Readonly<Record<'test' | 'publish' | 'page' | 'analytics' | 'links', DialogParam>>;

export const useAgentDialogParams = (): AgentDialogParams => ({
  test: useDialogParam('test'),
  publish: useDialogParam('publish'),
  page: useDialogParam('page'),
  analytics: useDialogParam('analytics'),
  links: useDialogParam('links'),
});

interface AgentDialogsProps {
  /** Undefined until loaded. */
  agents: readonly Agent[] | undefined;
  creator: string;
  dialogs: AgentDialogParams;
  onPublished: () => void;
  reportSave: ReturnType<typeof useAgents>['reportSave'];
}

/**
 * The agent of an open dialog. It stays when the agent is deleted in another tab: the dialog may have what the user typed, and
 * saving it says what happened.
 */
function useAgentAt(agents: readonly Agent[] | undefined, { value: id }: DialogParam): Agent | undefined {
  const [last, setLast] = useState<Agent>();
  const found = id === null ? undefined : agents?.find((agent) => agent.id === id);
  const shown = found ?? (last?.id === id ? last : undefined);
  if (shown !== last) setLast(shown);
  return shown;
}

export function AgentDialogs({ agents, creator, dialogs, onPublished, reportSave }: AgentDialogsProps) {
  /** The shell's profile dialog, over this page. */
  const profile = useDialogParam('account');
  const name = useQuery({
    ...agentQueries.creatorName(creator),
    enabled: dialogs.publish.value !== null,
  });
  const tested = useAgentAt(agents, dialogs.test);
  const published = useAgentAt(agents, dialogs.publish);
  const presented = useAgentAt(agents, dialogs.page);
  const analyzed = useAgentAt(agents, dialogs.analytics);
  /** The dialog whose agent is not in the list. */
  const unknown =
    agents &&
    (
      [
        [dialogs.test, tested],
        [dialogs.publish, published],
        [dialogs.page, presented],
        [dialogs.analytics, analyzed],
      ] as const
    ).find(([{ value }, agent]) => value !== null && !agent)?.[0];
  const [asksName, setAsksName] = useState(false);
  const openProfile = () => {
    setAsksName(true);
    profile.open('profile');
  };
  const isProfileOpen = profile.value !== null;
  if (asksName && !isProfileOpen && typeof name.data === 'string') setAsksName(false);
  /**
   * Not while the name of a saved profile is read. It stays behind the profile's dialog, which gives the focus back to its
   * button.
   */
  const lacksName = asksName ? isProfileOpen || (name.data === null && !name.isFetching) : name.data === null;
  return (
    <>
      {unknown && <UnknownAgent id={unknown.value ?? ''} creator={creator} onUnknown={unknown.close} />}
      {tested && (
        <TestDialog
          trial={{
            ...{ name: tested.name, agentId: tested.id },
            ...{ category: tested.category, color: tested.color, icon: tested.icon },
          }}
          onClose={dialogs.test.close}
        />
      )}
      {analyzed && <AnalyticsDialog agent={analyzed} onClose={dialogs.analytics.close} />}
      {dialogs.links.value !== null && <LinksDialog userId={creator} onClose={dialogs.links.close} />}
      {presented && (
        <PageDialog
          key={presented.id}
          agent={presented}
          onFailure={(error, failure, options) => {
            reportSave(error, presented.id, failure, options);
          }}
          onClose={dialogs.page.close}
        />
      )}
      {published && (
        <PublishDialog
          key={published.id}
          agent={published}
          onAddName={lacksName ? openProfile : undefined}
          onPublished={onPublished}
          onFailure={(error, failure, options) => {
            reportSave(error, published.id, failure, options);
          }}
          onClose={dialogs.publish.close}
        />
      )}
    </>
  );
}
