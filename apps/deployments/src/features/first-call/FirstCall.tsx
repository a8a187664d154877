/** After a deployment was created: its key, once, a command that calls it, and the first call as it arrives. */
import { useQuery } from '@tanstack/react-query';
import { Button, Card, CodeBlock, Heading, Icon, Stack, Text, toast } from '@slipway/design-system';
import { callQueries } from '../../data/calls';
import { firstCallOf } from '../../data/snippets';
import { t } from '../../messages';
import { useCopyKey } from '../keys/useCopyKey';

const POLL_MS = 2_000;

interface FirstCallProps {
  /** Undefined while the deployment is being created: the card reserves its space. */
  id: string | undefined;
  name: string;
  endpoint: string;
  apiKey: string;
  onDone: () => void;
}

export function FirstCall({ id, name, endpoint, apiKey, onDone }: FirstCallProps) {
  const copyKey = useCopyKey();
  return (
    <Stack reserved={id === undefined}>
      <Card as="section" aria-label={t('firstCall', { name })}>
        <Stack gap="md">
          <Heading level={2} size="lg">
            {t('firstCall', { name })}
          </Heading>
          <Text size="sm" role="status">
            {t('newKey', { name })}
          </Text>
          <Text size="sm" tone="muted">
            {t('firstCallHint')}
          </Text>
          <CodeBlock
            label={t('exampleIn', { language: t('curl') })}
            code={firstCallOf(endpoint)}
            onCopied={() => toast.success(t('copied'), { id: 'copied' })}
            onCopyFailed={() => toast.error(t('copyFailed'), { id: 'copied' })}
          />
          {id === undefined ? <ArrivalText /> : <Arrival id={id} />}
          <Stack direction="row" gap="sm" wrap data-actions="">
            <Button variant="primary" onClick={() => void copyKey({ name, apiKey })}>
              {t('copyKey')}
            </Button>
            <Button onClick={onDone}>{t('done')}</Button>
          </Stack>
        </Stack>
      </Card>
    </Stack>
  );
}

function Arrival({ id }: { id: string }) {
  const calls = useQuery({
    ...callQueries.recent(id),
    refetchInterval: ({ state }) => (state.data?.[0]?.status == null ? POLL_MS : false),
  });
  const first = calls.data?.at(-1);
  return first?.status == null ? (
    <ArrivalText />
  ) : (
    <ArrivalText
      arrived={t('callArrived', { status: first.status, ms: first.latency_ms ?? 0, cost: first.cost })}
    />
  );
}

const ArrivalText = ({ arrived }: { arrived?: string }) => (
  <Stack direction="row" gap="sm">
    <Icon name={arrived === undefined ? 'activity' : 'success'} />
    <Text as="span" size="sm" role="status">
      {arrived ?? t('waitingForCall')}
    </Text>
  </Stack>
);
