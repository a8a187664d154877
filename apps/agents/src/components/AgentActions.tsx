/** What a creator can do with an agent: the two things that are done often, and the rest behind a button. */
import { lazy, Suspense } from 'react';
import { Button, Icon, IconButton, Stack } from '@slipway/design-system';
import type { Agent } from '../data/agents';
import { type Move, movesOf, standingOf } from '../data/lifecycle';
import { t } from '../messages';

const LazyMenu = lazy(async () => ({ default: (await import('@slipway/design-system/overlays')).Menu }));

export type Action = 'configure' | 'test' | 'publish' | 'figures' | 'delete' | Move;

interface AgentActionsProps {
  agent: Agent;
  /** Something is under way with it. */
  isBusy: boolean;
  onAction: (action: Action) => void;
}

export function AgentActions({ agent, isBusy, onAction }: AgentActionsProps) {
  const { name } = agent;
  const item = (id: Action, label: string) => ({
    id,
    label,
    disabled: isBusy,
    onSelect: () => {
      onAction(id);
    },
  });
  const opener = <Icon name="more" />;
  return (
    <>
      <Stack direction="row" gap="sm">
        <Button
          size="sm"
          aria-label={t('configureOf', { name })}
          onClick={() => {
            onAction('configure');
          }}
        >
          {t('configure')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('testOf', { name })}
          onClick={() => {
            onAction('test');
          }}
        >
          {t('test')}
        </Button>
      </Stack>
      <Suspense
        fallback={
          <IconButton size="sm" label={t('more', { name })} aria-disabled>
            {opener}
          </IconButton>
        }
      >
        <LazyMenu
          label={t('more', { name })}
          align="end"
          items={[
            item('publish', t(standingOf(agent) === 'published' ? 'listing' : 'publish')),
            item('figures', t('figures')),
            ...movesOf(agent).map((move) => item(move, t(move))),
            { ...item('delete', t('delete')), tone: 'danger' },
          ]}
        >
          {(aria) => (
            <IconButton {...aria} size="sm" label={t('more', { name })}>
              {opener}
            </IconButton>
          )}
        </LazyMenu>
      </Suspense>
    </>
  );
}
