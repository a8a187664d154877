/** Go to a page, an agent or a deployment, or do something, from the keyboard. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Icon, setTheme } from '@slipway/design-system';
import { type Command, type CommandGroup, CommandList } from '@slipway/design-system/overlays';
import { useDebouncedValue, useDeterrent, useHasRoute, useNavigate, useRoutes } from '@slipway/platform';
import { signOut, useSession } from '@slipway/session';
import { placeNames } from '../../frame/navigation';
import { t } from '../../messages';
import { foundQueries } from '../../data/commandResults';

const PAUSE_MS = 120;

/** The doors are for those who are not in yet. */
const doors: readonly string[] = ['/login', '/signup'];

const names: Readonly<Record<string, string>> = { ...placeNames, '/': t('home') };

const matches = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

export interface CommandMenuProps {
  /** What was typed before it was there. */
  typed: () => string;
  onClose: () => void;
}

export default function CommandMenu({ typed, onClose }: CommandMenuProps) {
  const [text, setText] = useState(typed);
  const query = text.trim();
  const asked = useDebouncedValue(query, PAUSE_MS);
  const navigate = useNavigate();
  const routes = useRoutes();
  const hasRoute = useHasRoute();
  const isSignedIn = useSession().status === 'signed-in';
  const deterrent = useDeterrent();
  const agents = useQuery(foundQueries.agents(asked));
  const deployments = useQuery({
    ...foundQueries.deployments(),
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

  const pages = routes
    .filter(({ path, access }) => (isSignedIn ? !doors.includes(path) : access === 'public'))
    .map(({ path, title }) =>
      command(`page${path}`, names[path] ?? title, <Icon name="arrowRight" />, goTo(path)),
    );
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
    ...(deterrent
      ? [
          command('deterrent', t(deterrent.isOn ? 'allowMenu' : 'blockMenu'), <Icon name="menu" />, () => {
            deterrent.set(!deterrent.isOn);
          }),
        ]
      : []),
    ...(isSignedIn ? [command('sign-out', t('signOut'), <Icon name="close" />, () => void signOut())] : []),
  ];
  const foundAgents = query === '' ? [] : (agents.data ?? []);

  const groups: CommandGroup[] = [
    { label: t('pages'), commands: pages.filter(({ label }) => matches(label, query)) },
    {
      label: t('agents'),
      commands: foundAgents.map(({ agent_id, name, creator_name }) => ({
        ...command(
          `agent-${agent_id}`,
          name,
          <Icon name="star" />,
          goTo(`/marketplace?agent=${encodeURIComponent(agent_id)}`),
        ),
        hint: creator_name ?? undefined,
      })),
    },
    {
      label: t('deployments'),
      commands: (deployments.data ?? [])
        .filter(({ name }) => query !== '' && matches(name, query))
        .map(({ id, name }) =>
          command(
            `deployment-${id}`,
            name,
            <Icon name="arrowRight" />,
            goTo(`/deployments?deployment=${encodeURIComponent(id)}`),
          ),
        ),
    },
    { label: t('actions'), commands: actions.filter(({ label }) => matches(label, query)) },
  ].filter(({ commands }) => commands.length > 0);

  const isLooking = query !== asked || agents.isFetching;
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  const status = () => {
    if (count > 0) return t('found', { count });
    if (isLooking) return t('looking');
    return agents.isError ? t('searchFailed') : t('nothingFound', { query });
  };

  return (
    <CommandList
      label={t('commandMenu')}
      placeholder={t('commandHint')}
      query={text}
      onQueryChange={setText}
      groups={groups}
      busy={isLooking}
      status={status()}
      help={t('commandKeys')}
      onClose={onClose}
    />
  );
}
