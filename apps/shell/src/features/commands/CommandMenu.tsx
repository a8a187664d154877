/** The command menu: opens pages, agents and deployments, and runs actions, from the keyboard. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '@slipway/design-system';
import { type Command, type CommandGroup, CommandList } from '@slipway/design-system/overlays';
import { useDebouncedValue, useHasRoute, useNavigate } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { t as shared } from '../../messages';
import type { Entry } from './entry';
import { matches } from './matching';
import { t } from './messages';
import { commandQueries } from '../../data/commandResults';
import { useActionEntries } from './useActionEntries';
import { useDeploymentVerbs } from './useDeploymentVerbs';
import { usePageEntries } from './usePageEntries';

/** Skips the queries of a word being typed. Pages and actions are filtered without this delay. */
const DEBOUNCE_MS = 120;

export interface CommandMenuProps {
  /** Returns the text typed before the menu opened; undefined when it has been canceled. */
  typed: () => string | undefined;
  onClose: () => void;
}

export function CommandMenu({ typed, onClose }: CommandMenuProps) {
  const [text, setText] = useState('');
  const query = text.trim();
  const searched = useDebouncedValue(query, DEBOUNCE_MS);
  const navigate = useNavigate();
  const findVerbs = useDeploymentVerbs();
  const hasRoute = useHasRoute();
  const isSignedIn = useSession().status === 'signed-in';
  const pages = usePageEntries(isSignedIn);
  const actions = useActionEntries(isSignedIn);
  const agents = useQuery(commandQueries.agents(searched));
  const deployments = useQuery({
    ...commandQueries.deployments(),
    enabled: isSignedIn && hasRoute('/deployments'),
  });

  const commandOf = ({ id, label, icon, act }: Entry): Command => ({
    id,
    label,
    icon: <Icon name={icon} />,
    onSelect: () => {
      onClose();
      act();
    },
  });
  const matching = (entries: readonly Entry[]) =>
    entries.filter(({ label }) => matches(label, query)).map(commandOf);
  const goTo = (path: string) => () => void navigate(path);
  const searchedDeployments = query === '' ? [] : (deployments.data ?? []);
  const matchingAgents = query === '' ? [] : (agents.data ?? []);

  const groups: CommandGroup[] = [
    { label: t('pages'), commands: matching(pages) },
    { label: t('actions'), commands: matching(actions) },
    // Loaded results come last: they must not move the option that the user is about to choose. A deployment comes before
    // what can be done with it, so that Enter after its name opens it.
    {
      label: shared('deployments'),
      commands: matching(
        searchedDeployments.map(({ id, name }) => ({
          ...{ id: `deployment-${id}`, label: name, icon: 'arrowRight' },
          act: goTo(`/deployments?deployment=${encodeURIComponent(id)}`),
        })),
      ),
    },
    {
      label: t('deploymentActions'),
      commands: findVerbs(searchedDeployments, query).map(commandOf),
    },
    {
      label: t('agents'),
      commands: matchingAgents.map(({ agent_id, name, creator_name }) => ({
        ...commandOf({
          ...{ id: `agent-${agent_id}`, label: name, icon: 'agent' },
          act: goTo(`/marketplace?agent=${encodeURIComponent(agent_id)}`),
        }),
        hint: creator_name ?? undefined,
      })),
    },
  ].filter(({ commands }) => commands.length > 0);

  const isSearching = query !== searched || agents.isFetching;
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  const status = () => {
    if (count > 0) return t('resultCount', { count });
    if (isSearching) return t('searching');
    return agents.isError ? t('searchFailed') : t('noResults', { query });
  };

  const suggestion =
    query !== '' && !isSearching && hasRoute('/marketplace')
      ? commandOf({
          ...{ id: 'search-marketplace', label: t('searchMarketplace', { query }), icon: 'arrowRight' },
          act: goTo(`/marketplace?${String(new URLSearchParams({ q: query }))}`),
        })
      : undefined;

  return (
    <CommandList
      label={shared('commandMenu')}
      placeholder={t('commandHint')}
      query={text}
      onQueryChange={setText}
      groups={groups}
      {...(suggestion ? { suggestion } : {})}
      busy={isSearching}
      status={status()}
      help={t('commandKeys')}
      onOpen={() => {
        const early = typed();
        if (early === undefined) onClose();
        else setText(early);
      }}
      onClose={onClose}
    />
  );
}
