/** The tools that an answer used, and the decision that it waits for. */
import { Button, CodeBlock, Section, Stack, Text } from '@slipway/design-system';
import type { ApprovalRequest, ToolRun } from '../../data/preview';
import { t } from './messages';

const labels = { running: 'toolRunning', done: 'toolDone', rejected: 'toolRejected' } as const;

export function ToolRuns({ runs }: { runs: readonly ToolRun[] }) {
  return (
    <Stack gap="xxs" role="list">
      {runs.map(({ id, name, state }) => (
        <Text key={id} as="div" role="listitem" size="sm" tone="muted">
          {t(labels[state], { name })}
        </Text>
      ))}
    </Stack>
  );
}

interface ApprovalCardProps {
  request: ApprovalRequest;
  onDecide: (isApproved: boolean) => void;
}

/** The arguments with line breaks, if they are JSON. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export function ApprovalCard({ request: { calls }, onDecide }: ApprovalCardProps) {
  return (
    <Section level={3} gap="sm" title={t('approvalTitle', { count: calls.length })}>
      <Text size="sm" tone="muted">
        {t('approvalHint')}
      </Text>
      {calls.map(({ id, name, arguments: text }) => (
        <Stack key={id} gap="xxs">
          <Text as="strong">{name}</Text>
          <CodeBlock label={t('toolArguments', { name })} code={readable(text)} />
        </Stack>
      ))}
      <Stack direction="row" gap="sm" wrap>
        <Button
          variant="primary"
          onClick={() => {
            onDecide(true);
          }}
        >
          {t('approve')}
        </Button>
        <Button
          onClick={() => {
            onDecide(false);
          }}
        >
          {t('reject')}
        </Button>
      </Stack>
    </Section>
  );
}
