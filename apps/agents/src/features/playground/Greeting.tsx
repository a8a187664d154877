/** An empty conversation: the agent, and messages that the user can send with a press. */
import type { ReactNode } from 'react';
import type { AgentTrial } from '@slipway/contracts';
import { Button, Stack, Text } from '@slipway/design-system';
import { t } from './messages';

interface GreetingProps extends Pick<AgentTrial, 'name' | 'examples'> {
  picture: ReactNode;
  canKeep: boolean;
  onSend: (example: string) => void;
}

export const Greeting = ({ name, examples = [], picture, canKeep, onSend }: GreetingProps) => (
  <Stack gap="md" align="center">
    {picture}
    <Text size="sm" tone="muted">
      {t(canKeep ? 'emptyKeepable' : 'emptyConversation', { name })}
    </Text>
    {examples.length > 0 && (
      <Stack direction="row" gap="sm" justify="center" wrap role="group" aria-label={t('tryExamples')}>
        {examples.map((example) => (
          <Button
            key={example}
            size="sm"
            dir="auto"
            onClick={() => {
              onSend(example);
            }}
          >
            {example}
          </Button>
        ))}
      </Stack>
    )}
  </Stack>
);
