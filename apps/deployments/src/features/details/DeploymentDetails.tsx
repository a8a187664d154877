/** The details of a deployment: usage, code examples, keys, webhooks, recent calls and history. */
import { useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CodeBlock, Section, Skeleton, Stack, Tabs, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel, Slot } from '@slipway/platform';
import { callQueries, type Span, spans } from '../../data/calls';
import type { Deployment } from '../../data/deployments';
import { DETAILS_PARAMETER } from '../../data/detailsParameter';
import { hasEnded } from '../../data/ending';
import { eventQueries } from '../../data/events';
import { snippetsOf } from '../../data/snippets';
import { t as shared } from '../../messages';
import { t } from './messages';
import { CallTable } from '../../components/CallTable';
import { EndNotice } from '../../components/EndNotice';
import { EventTable } from '../../components/EventTable';
import { FigureGrid } from '../../components/FigureGrid';
import { KeySection } from '../keys/KeySection';
import { WebhookSection } from '../webhooks/WebhookSection';
import { ReachedLimits, useReachedLimits } from './ReachedLimits';
import { TermsSection } from './TermsSection';
import { TryAgent } from './TryAgent';

interface DeploymentDetailsProps {
  deployment: Deployment;
  /** When calls end, because the creator withdrew the agent; ISO-8601 UTC. */
  endsAt: string | undefined;
  onClose: () => void;
  /** Its key was rotated, or revoked: then without a key. */
  onKeyChanged: (key: string | undefined) => void;
}

/** The limits of the deployment and of one key. On a phone their texts have more lines. */
const LIMITS_HEIGHT = 'max(18.875rem, 43.375rem - 75vw)';

export function DeploymentDetails({ deployment, endsAt, onClose, onKeyChanged }: DeploymentDetailsProps) {
  const { id, name, endpoint_url, agent } = deployment;
  const limits = useRef<HTMLDivElement>(null);
  const { isWaiting, ...reached } = useReachedLimits(id);
  const isEnded = endsAt !== undefined && hasEnded(endsAt);
  const showLimits = () => {
    limits.current?.focus({ preventScroll: true });
    limits.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Dialog open kind="panel" size="lg" title={name} onClose={onClose}>
      <Stack gap="xl">
        {endsAt !== undefined && <EndNotice endsAt={endsAt} />}
        <Section level={3} gap="sm" title={t('usage')}>
          <Tabs
            label={t('usage')}
            tabs={spans.map((span) => ({
              id: span,
              label: t(`span-${span}`),
              panel: <Usage id={id} span={span} />,
            }))}
          />
          <ReachedLimits reached={reached} onShow={showLimits} />
        </Section>
        {/* Hidden until it is known whether there are notices above, which would move it. */}
        <Stack gap="xl" reserved={isWaiting}>
          {agent && !isEnded && <TryAgent agent={agent} />}
          <Section level={3} gap="sm" title={t('callIt')}>
            <Tabs
              label={t('callIt')}
              tabs={snippetsOf(endpoint_url).map((snippet) => ({
                id: snippet.id,
                label: shared(snippet.id),
                panel: (
                  <CodeBlock
                    label={shared('exampleIn', { language: shared(snippet.id) })}
                    code={snippet.code}
                    onCopied={() => toast.success(shared('copied'), { id: 'copied' })}
                    onCopyFailed={() => toast.error(shared('copyFailed'), { id: 'copied' })}
                  />
                ),
              }))}
            />
          </Section>
          <Section level={3} gap="sm" title={t('keys')}>
            <KeySection id={id} name={name} onChanged={onKeyChanged} />
          </Section>
          <div ref={limits} tabIndex={-1}>
            <Slot
              name="deployment.limits"
              props={{ deploymentId: id, parameter: DETAILS_PARAMETER }}
              label={t('limits')}
              waiting={<Skeleton shape="block" height={LIMITS_HEIGHT} />}
            />
          </div>
          <Section level={3} gap="sm" title={t('hooks')}>
            <WebhookSection deploymentId={id} />
          </Section>
          <Section level={3} gap="sm" title={t('terms')}>
            <TermsSection deployment={deployment} />
          </Section>
          <Section level={3} gap="sm" title={t('recentCalls')}>
            <Calls id={id} />
          </Section>
          <Section level={3} gap="sm" title={t('events')}>
            <Events id={id} />
          </Section>
        </Stack>
      </Stack>
    </Dialog>
  );
}

const waiting = <Skeleton shape="block" height="8rem" />;

function Usage({ id, span }: { id: string; span: Span }) {
  const figures = useQuery(callQueries.figures(id, span));
  return (
    <QueryPanel
      query={figures}
      failure={shared('sectionFailed')}
      waiting={<FigureGrid figures={undefined} />}
    >
      {(data) => <FigureGrid figures={data} />}
    </QueryPanel>
  );
}

function Calls({ id }: { id: string }) {
  const calls = useQuery(callQueries.recent(id));
  return (
    <QueryPanel query={calls} failure={shared('sectionFailed')} waiting={waiting}>
      {(data) => <CallTable calls={data} />}
    </QueryPanel>
  );
}

function Events({ id }: { id: string }) {
  const events = useQuery(eventQueries.of(id));
  return (
    <QueryPanel query={events} failure={shared('sectionFailed')} waiting={waiting}>
      {(data) => <EventTable events={data} />}
    </QueryPanel>
  );
}
