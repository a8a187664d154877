/** An example of a deployed agent: a request, its reply, and the deployment card its owner sees. */
import { Card, Icon, Stack, StatusBadge, Text } from '@slipway/design-system';
import { Code, CodeWindow } from '@slipway/design-system/landing';
import { t } from './messages';

/** As on the card of a deployment: its masked key, and its endpoint. */
const lines = [
  [t('exampleKey'), 'ak_••••x7Qd'],
  [t('exampleEndpoint'), '/v1/agents/website-support'],
] as const;

const Deployment = () => (
  <Card>
    <Stack gap="lg">
      <Stack direction="row" gap="md" justify="between" wrap>
        <Stack direction="row" gap="sm">
          <Icon name="agent" size={18} />
          <Text as="strong" size="sm" weight="strong" translate="no">
            {'website-support'}
          </Text>
        </Stack>
        <StatusBadge kind="deployment" status="active" label={t('exampleActive')} />
      </Stack>
      {lines.map(([name, value]) => (
        <Stack key={name} gap="xxs">
          <Text size="xs" tone="subtle">
            {name}
          </Text>
          <Text as="code" size="sm" translate="no">
            {value}
          </Text>
        </Stack>
      ))}
    </Stack>
  </Card>
);

export function HeroPicture() {
  return (
    <CodeWindow
      title={t('askAgent')}
      request={
        <>
          <Code data-kind="command">{'curl'}</Code> {window.location.origin}
          <wbr />
          {'/v1/agents/'}
          <wbr />
          {'website-support \\\n  -H '}
          <Code data-kind="text">{'"Authorization: Bearer $SLIPWAY_API_KEY"'}</Code>
          {' \\\n  -H '}
          <Code data-kind="text">{'"Content-Type: application/json"'}</Code>
          {' \\\n  -d '}
          <Code data-kind="text">{'\'{"message": "Where is my order?"}\''}</Code>
        </>
      }
      front={<Deployment />}
      answer={
        <>
          {'{\n  '}
          <Code data-kind="name">{'"message"'}</Code>
          {': { '}
          <Code data-kind="name">{'"role"'}</Code>
          {': "assistant", '}
          <Code data-kind="name">{'"content"'}</Code>
          {': "It left the warehouse this morning and is due on Thursday." },\n  '}
          <Code data-kind="name">{'"finish_reason"'}</Code>
          {': "stop",\n  '}
          <Code data-kind="name">{'"usage"'}</Code>
          {': { '}
          <Code data-kind="name">{'"input_tokens"'}</Code>
          {': 18, '}
          <Code data-kind="name">{'"output_tokens"'}</Code>
          {': 12, … },\n  '}
          <Code data-kind="name">{'"cost"'}</Code>
          {': 0.05\n}'}
        </>
      }
    />
  );
}
