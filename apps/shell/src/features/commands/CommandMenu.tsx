/** The command menu: opens pages, agents and deployments, and runs actions, from the keyboard. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Icon, setTheme } from '@slipway/design-system';
import { type Command, type CommandGroup, CommandList } from '@slipway/design-system/overlays';
import {
  useDebouncedValue,
  useDevtoolsGuard,
  useHasRoute,
  useNavigate,
  useReleaseTools,
  useRoutes,
} from '@slipway/platform';
import { signOut, useSession } from '@slipway/session';
import { fixedLabel, fixedPaths } from '../../frame/navigation';
import { useNavigation, useProfileLink } from '../../frame/useNavigation';
import { t as shared } from '../../messages';
import { matches } from './matching';
import { t } from './messages';
import { commandQueries } from '../../data/commandResults';
import { useDeploymentVerbs } from './useDeploymentVerbs';
import { showShortcuts } from '../../frame/shortcutKeys';

/** Skips the queries of a word being typed. Pages and actions are filtered without this delay. */
const DEBOUNCE_MS = 120;

/** Hidden for signed-in users. */
const authPaths: readonly string[] = ['/login', '/signup'];

const fixedNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fixedPaths.map((path) => [path, fixedLabel(path)])),
  '/': t('home'),
};

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
  const routes = useRoutes();
  const { added } = useNavigation();
  const profileLink = useProfileLink();
  const findVerbs = useDeploymentVerbs();
  const hasRoute = useHasRoute();
  const isSignedIn = useSession().status === 'signed-in';
  const devtoolsGuard = useDevtoolsGuard();
  const openReleaseTools = useReleaseTools();
  const agents = useQuery(commandQueries.agents(searched));
  const deployments = useQuery({
    ...commandQueries.deployments(),
    enabled: isSignedIn && hasRoute('/deployments'),
  });

  const command = (id: string, label: string, icon: Command['icon'], act: () => void): Command => ({
    id,
    label,
    icon,
    onSelect: () => {
      onClose();
      act();
    },
  });
  const goTo = (path: string) => () => void navigate(path);

  const labelOf = (path: string) => fixedNames[path] ?? added.find((entry) => entry.path === path)?.label;
  const pages = routes
    .filter(({ path, access }) => (isSignedIn ? !authPaths.includes(path) : access === 'public'))
    .map(({ path, title }) =>
      command(`page${path}`, labelOf(path) ?? title, <Icon name="arrowRight" />, goTo(path)),
    );
  const profile = isSignedIn
    ? [command('profile', profileLink.label, <Icon name="person" />, goTo(profileLink.path))]
    : [];

  const searchedDeployments = query === '' ? [] : (deployments.data ?? []);

  const actions = [
    command('theme-light', t('useLight'), <Icon name="light" />, () => {
      setTheme('light');
    }),
    command('theme-dark', t('useDark'), <Icon name="dark" />, () => {
      setTheme('dark');
    }),
    command('theme-system', t('useSystem'), <Icon name="system" />, () => {
      setTheme('system');
    }),
    ...(devtoolsGuard
      ? [
          command(
            'devtools-guard',
            t(devtoolsGuard.isOn ? 'allowMenu' : 'blockMenu'),
            <Icon name="menu" />,
            () => {
              devtoolsGuard.set(!devtoolsGuard.isOn);
            },
          ),
        ]
      : []),
    ...(openReleaseTools
      ? [command('release-tools', t('releaseTools'), <Icon name="menu" />, openReleaseTools)]
      : []),
    command('shortcuts', shared('shortcuts'), <Icon name="keyboard" />, showShortcuts),
    ...(isSignedIn
      ? [command('sign-out', shared('signOut'), <Icon name="close" />, () => void signOut())]
      : []),
  ];
  const matchingAgents = query === '' ? [] : (agents.data ?? []);

  const groups: CommandGroup[] = [
    { label: t('pages'), commands: [...pages, ...profile].filter(({ label }) => matches(label, query)) },
    { label: t('actions'), commands: actions.filter(({ label }) => matches(label, query)) },
    // Loaded results come last: they must not move the option that the user is about to choose. A deployment comes before
    // what can be done with it, so that Enter after its name opens it.
    {
      label: shared('deployments'),
      commands: searchedDeployments
        .filter(({ name }) => matches(name, query))
        .map(({ id, name }) =>
          command(
            `deployment-${id}`,
            name,
            <Icon name="arrowRight" />,
            goTo(`/deployments?deployment=${encodeURIComponent(id)}`),
          ),
        ),
    },
    {
      label: t('deploymentActions'),
      commands: findVerbs(searchedDeployments, query).map(({ id, label, icon, act }) =>
        command(id, label, <Icon name={icon} />, act),
      ),
    },
    {
      label: t('agents'),
      commands: matchingAgents.map(({ agent_id, name, creator_name }) => ({
        ...command(
          `agent-${agent_id}`,
          name,
          <Icon name="agent" />,
          goTo(`/marketplace?agent=${encodeURIComponent(agent_id)}`),
        ),
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
      ? command(
          'search-marketplace',
          t('searchMarketplace', { query }),
          <Icon name="arrowRight" />,
          goTo(`/marketplace?${String(new URLSearchParams({ q: query }))}`),
        )
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
