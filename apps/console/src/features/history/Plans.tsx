/** The plans of an environment that wait for approval. */
import type { PendingPlan } from '@slipway/cli/console';
import { Button, Section, Stack, Table, Text } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/LoadError';
import { Reason } from '../../components/Reason';
import { moment } from '../../data/format';
import { approversOf, isApproved } from '../../data/plans';
import { plansQuery } from '../../data/queries';
import { text } from '../../messages';
import { ActionDialog } from '../actions/ActionDialog';

/** The digits that the command line prints. */
const DIGITS = 12;

export function Plans({ environment }: { environment: string }) {
  const { data, error, refetch, isFetching } = useQuery(plansQuery(environment));
  const [chosen, setChosen] = useState<PendingPlan>();
  return (
    <Section title={text.plans}>
      {error && !data ? (
        <LoadError what={text.plans} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data || data.length === 0 ? (
        <Text tone="muted">{data ? text.plansEmpty : text.loading}</Text>
      ) : (
        <Table
          caption={text.tableOf(text.plans)}
          captionHidden
          onPhones="cards"
          rows={data}
          rowKey={({ plan }) => plan}
          columns={[
            {
              id: 'plan',
              header: text.plan,
              cell: ({ plan }) => (
                <Text as="code" size="sm">
                  {plan.slice(0, DIGITS)}
                </Text>
              ),
            },
            { id: 'at', header: text.when, cell: ({ createdAt }) => moment(createdAt) },
            { id: 'author', header: text.author, cell: ({ author }) => author },
            { id: 'reason', header: text.reason, cell: ({ reason }) => <Reason>{reason}</Reason> },
            { id: 'approvals', header: text.approvers, cell: (plan) => <Approvals plan={plan} /> },
            {
              id: 'actions',
              header: text.actions,
              cell: (plan) =>
                isApproved(plan) ? (
                  <Stack as="span" minWidth="min(11rem, 50vw)">
                    {text.planApprovedHint}
                  </Stack>
                ) : (
                  <Button
                    size="sm"
                    aria-label={text.approvePlan(plan.plan.slice(0, DIGITS))}
                    onClick={() => {
                      setChosen(plan);
                    }}
                  >
                    {text.approve}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {chosen && (
        <ActionDialog
          title={text.approvePlan(chosen.plan.slice(0, DIGITS))}
          action={{ kind: 'approve', environment, plan: chosen.plan.slice(0, DIGITS) }}
          onClose={() => {
            setChosen(undefined);
          }}
        />
      )}
    </Section>
  );
}

function Approvals({ plan }: { plan: PendingPlan }) {
  const names = approversOf(plan);
  return [text.approvals(names.length, plan.wanted), ...names].join(' · ');
}
