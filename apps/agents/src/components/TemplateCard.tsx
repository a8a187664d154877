/** A template to start an agent from. */
import { AgentIcon, Button, ItemCard, Stack, Text } from '@slipway/design-system';
import type { Template } from '../features/studio/templates';
import { t } from '../features/studio/messages';
import { AgentFacts } from './AgentFacts';

interface TemplateCardProps {
  template: Template;
  onConfigure: () => void;
  onTest: () => void;
}

export function TemplateCard({ template, onConfigure, onTest }: TemplateCardProps) {
  const { name, category, description, interactions, updatedAt } = template;
  return (
    <ItemCard
      title={name}
      picture={<AgentIcon name={name} category={category} />}
      footer={
        <Stack direction="row" gap="sm">
          <Button size="sm" aria-label={t('configureOf', { name })} onClick={onConfigure}>
            {t('configure')}
          </Button>
          <Button size="sm" variant="quiet" aria-label={t('testOf', { name })} onClick={onTest}>
            {t('test')}
          </Button>
        </Stack>
      }
    >
      <Text size="sm" tone="muted">
        {description}
      </Text>
      <AgentFacts status={t('template')} interactions={interactions} updatedAt={updatedAt} />
    </ItemCard>
  );
}
