/** One deployment in depth: its use, how it is called, its keys, its calls and what happened to it. */
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, CodeBlock, Section, Select, Skeleton, Stack, Tabs, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel, Slot } from '@slipway/platform';
import { callQueries, type Span, spans } from '../../data/calls';
import { copyText } from '../clipboard/copyText';
import { type Deployment, deploymentQueries } from '../../data/deployments';
import { eventQueries } from '../../data/events';
import { keyQueries, revokeKeys, rotateKey } from '../../data/keys';
import { snippetsOf } from '../../data/snippets';
import { t } from '../../messages';
import { Confirm } from '../../components/ConfirmDialog';
import { CallTable } from '../../components/CallTable';
import { EventTable } from '../../components/EventTable';
import { FigureGrid } from '../../components/MetricsGrid';
import { KeyTable } from '../../components/KeyTable';

const overlaps = ['1 day', '7 days', '30 days', '0'] as const;
type Overlap = (typeof overlaps)[number];

interface DetailsProps {
  deployment: Deployment;
  onClose: () => void;
}

export function Details({ deployment: { id, name, endpoint_url, agent }, onClose }: DetailsProps) {
  return (
    <Dialog open isTall size="lg" title={name} onClose={onClose}>
      <Stack gap="xl">
        <Section level={3} gap="sm" title={t('use')}>
          <Tabs
            label={t('use')}
            tabs={spans.map((span) => ({
              id: span,
              label: t(`span-${span}`),
              panel: <Use id={id} span={span} />,
            }))}
          />
        </Section>
        {agent && (
          <Slot
            name="agent.playground"
            props={{ name: agent.name, agentId: agent.id }}
            label={t('tryIt')}
            waiting={<Skeleton shape="block" height="12.5rem" />}
          />
        )}
        <Section level={3} gap="sm" title={t('callIt')}>
          <Tabs
            label={t('callIt')}
            tabs={snippetsOf(endpoint_url).map((snippet) => ({
              id: snippet.id,
              label: t(snippet.id),
              panel: (
                <CodeBlock
                  label={t('exampleIn', { language: t(snippet.id) })}
                  code={snippet.code}
                  onCopied={() => toast.success(t('copied'), { id: 'copied' })}
                  onCopyFailed={() => toast.error(t('copyFailed'), { id: 'copied' })}
                />
              ),
            }))}
          />
        </Section>
        <Section level={3} gap="sm" title={t('keys')}>
          <Keys id={id} name={name} />
        </Section>
        <Section level={3} gap="sm" title={t('recentCalls')}>
          <Calls id={id} />
        </Section>
        <Section level={3} gap="sm" title={t('events')}>
          <Events id={id} />
        </Section>
      </Stack>
    </Dialog>
  );
}

const waiting = <Skeleton shape="block" height="8rem" />;

function Use({ id, span }: { id: string; span: Span }) {
  const figures = useQuery(callQueries.figures(id, span));
  return (
    <QueryPanel query={figures} failure={t('partFailed')} waiting={<FigureGrid figures={undefined} />}>
      {(data) => <FigureGrid figures={data} />}
    </QueryPanel>
  );
}

function Calls({ id }: { id: string }) {
  const calls = useQuery(callQueries.recent(id));
  return (
    <QueryPanel query={calls} failure={t('partFailed')} waiting={waiting}>
      {(data) => <CallTable calls={data} />}
    </QueryPanel>
  );
}

function Events({ id }: { id: string }) {
  const events = useQuery(eventQueries.of(id));
  return (
    <QueryPanel query={events} failure={t('partFailed')} waiting={waiting}>
      {(data) => <EventTable events={data} />}
    </QueryPanel>
  );
}

function Keys({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient();
  const keys = useQuery(keyQueries.of(id));
  const [isRevoking, setRevoking] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>('1 day');
  const onSettled = () => queryClient.invalidateQueries({ queryKey: deploymentQueries.all() });
  const rotate = useMutation({
    mutationFn: rotateKey,
    onSuccess: async (key) => {
      toast.success(t('rotated'));
      await copyText(key);
    },
    onError: () => toast.error(t('rotateFailed')),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: revokeKeys,
    onSuccess: () => toast.success(t('revoked')),
    onError: () => toast.error(t('revokeFailed')),
    onSettled,
  });
  return (
    <Stack gap="md">
      <QueryPanel query={keys} failure={t('partFailed')} waiting={waiting}>
        {(data) => <KeyTable keys={data} />}
      </QueryPanel>
      <Stack direction="row" gap="sm" align="end" wrap>
        <Select
          label={t('overlap')}
          options={overlaps.map((value) => ({ value, label: t(`overlap-${value}`) }))}
          value={overlap}
          onChange={(event) => {
            setOverlap(overlaps.find((each) => each === event.target.value) ?? '1 day');
          }}
        />
        <Button
          busy={rotate.isPending}
          onClick={() => {
            rotate.mutate({ id, overlap });
          }}
        >
          {t('rotate')}
        </Button>
        <Button
          variant="danger"
          busy={revoke.isPending}
          aria-haspopup="dialog"
          onClick={() => {
            setRevoking(true);
          }}
        >
          {t('revoke')}
        </Button>
      </Stack>
      {isRevoking && (
        <Confirm
          title={t('revokeTitle', { name })}
          text={t('revokeText')}
          action={t('revokeAll')}
          onConfirm={() => {
            setRevoking(false);
            revoke.mutate(id);
          }}
          onClose={() => {
            setRevoking(false);
          }}
        />
      )}
    </Stack>
  );
}
