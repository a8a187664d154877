/** An example of a deployed agent: a request, its reply, and the deployment card its owner sees. */
import { Card, Icon, Stack, StatusBadge, Text } from '@slipway/design-system';
import { Code, CodeWindow } from '@slipway/design-system/landing';
import { t } from '../../messages';

const figures = [
  [t('exampleMessages'), '1,284'],
  [t('exampleLatency'), '0.4 s'],
  [t('exampleCost'), '$3.21'],
] as const;

const Deployment = () => (
  <Card>
    <Stack gap="lg">
      <Stack direction="row" gap="md" justify="between" wrap>
        <Stack direction="row" gap="sm">
          <Icon name="agent" size={18} />
          <Text as="strong" size="sm" weight="strong" translate="no">
            website-support
          </Text>
        </Stack>
        <StatusBadge kind="deployment" status="active" label={t('exampleActive')} />
      </Stack>
      <Stack direction="row" gap="md" justify="between" wrap>
        {figures.map(([name, value]) => (
          <Stack key={name} gap="xs">
            <Text size="xs" tone="subtle">
              {name}
            </Text>
            <Text weight="strong" translate="no">
              {value}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Stack>
  </Card>
);

export function HeroPicture() {
  return (
    <CodeWindow
      title={t('askAgent')}
      request={
        <>
          <Code data-kind="command">curl</Code> $SLIPWAY/v1/chat/completions \{'\n'}
          {'  '}-H <Code data-kind="text">&quot;Authorization: Bearer $KEY&quot;</Code> \{'\n'}
          {'  '}-d <Code data-kind="text">{'\'{"messages": [{"role": "user",'}</Code>
          {'\n       '}
          <Code data-kind="text">{'"content": "Where is my order?"}]}\''}</Code>
        </>
      }
      front={<Deployment />}
      answer={
        <>
          {'{\n'}
          {'  '}
          <Code data-kind="name">&quot;role&quot;</Code>: &quot;assistant&quot;,{'\n'}
          {'  '}
          <Code data-kind="name">&quot;content&quot;</Code>: &quot;It left the warehouse this morning and is
          due on Thursday. Shall I send you the tracking link?&quot;{'\n'}
          {'}'}
        </>
      }
    />
  );
}
