/** The newest versions of an agent, as far as its creator described them. */
import { Section, Stack, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { AgentVersion } from '../../data/agents';
import { t } from './messages';

export function VersionNotes({ notes }: { notes: readonly AgentVersion[] }) {
  if (notes.length === 0) return null;
  return (
    <Section level={3} gap="md" title={t('whatsNew')}>
      <Stack as="ul" role="list" gap="md">
        {notes.map(({ version, changelog, created_at }) => (
          <li key={version}>
            <Text size="sm" tone="subtle">
              {t('version', { version })} · {formats.date(created_at)}
            </Text>
            <Text as="div" size="sm" dir="auto" preserveLines>
              {changelog}
            </Text>
          </li>
        ))}
      </Stack>
    </Section>
  );
}
