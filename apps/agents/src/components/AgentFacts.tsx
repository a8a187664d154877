/** Status, interactions and last update, as agents and templates show them. */
import type { ReactNode } from 'react';
import { Stack, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { t as shared } from '../messages';
import { t } from '../features/studio/messages';
import { Day } from './Day';

interface AgentFactsProps {
  status: ReactNode;
  /** Undefined until loaded. */
  interactions: number | undefined;
  /** ISO-8601. */
  updatedAt: string;
}

export function AgentFacts({ status, interactions, updatedAt }: AgentFactsProps) {
  const facts = [
    { name: t('status'), value: status },
    { name: shared('interactions'), value: interactions === undefined ? '–' : formats.integer(interactions) },
    { name: t('lastUpdated'), value: <Day time={updatedAt} /> },
  ];
  return (
    <Stack as="dl" gap="xs">
      {facts.map(({ name, value }) => (
        <Stack key={name} direction="row" justify="between" gap="md">
          <Text as="dt" size="sm" tone="subtle">
            {name}
          </Text>
          <Text as="dd" size="sm">
            {value}
          </Text>
        </Stack>
      ))}
    </Stack>
  );
}
