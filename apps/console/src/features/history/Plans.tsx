/** The plans of an environment that wait for approval. */
import type { Action, PendingPlan } from '@slipway/cli/console';
import { Button, Section, Stack, Table, Text } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LoadError } from '../../components/LoadError';
import { Names } from '../../components/Names';
import { Reason } from '../../components/Reason';
import { moment } from '../../data/format';
import { approversOf, isApproved } from '../../data/plans';
import { plansQuery } from '../../data/queries';
import { text } from '../../messages';
import { ActionDialog } from '../actions/ActionDialog';

/** The digits that the command line prints. */
const DIGITS = 12;

const idOf = ({ plan }: PendingPlan) => plan.slice(0, DIGITS);

export interface PlansProps {
  environment: string;
  /** Who can approve, by the environment's policy. */
  approvers: readonly string[];
  isReadOnly: boolean;
}

export function Plans({ environment, approvers, isReadOnly }: PlansProps) {
  const { data, error, refetch, isFetching } = useQuery(plansQuery(environment));
  const [chosen, setChosen] = useState<{ plan: PendingPlan; action: Action }>();
  const close = () => {
    setChosen(undefined);
  };
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
              cell: (plan) => (
                <Text as="code" size="sm">
                  {idOf(plan)}
                </Text>
              ),
            },
            { id: 'at', header: text.when, cell: ({ createdAt }) => moment(createdAt) },
            { id: 'author', header: text.author, cell: ({ author }) => <Names>{author}</Names> },
            { id: 'reason', header: text.reason, cell: ({ reason }) => <Reason>{reason}</Reason> },
            { id: 'approvals', header: text.approvers, cell: (plan) => <Approvals plan={plan} /> },
            {
              id: 'actions',
              header: text.actions,
              cell: (plan) => (
                <NextStep
                  {...{ plan, approvers, isReadOnly }}
                  onChoose={(action) => {
                    setChosen({ plan, action });
                  }}
                />
              ),
            },
          ]}
        />
      )}
      {chosen && (
        <ActionDialog
          title={(chosen.action.kind === 'approve' ? text.approvePlan : text.runPlanTitle)(idOf(chosen.plan))}
          action={chosen.action}
          givenReason={chosen.plan.reason}
          onClose={close}
        />
      )}
    </Section>
  );
}

function Approvals({ plan }: { plan: PendingPlan }) {
  const names = approversOf(plan);
  return <Names>{[text.approvals(names.length, plan.wanted), ...names].join(' · ')}</Names>;
}

interface NextStepProps extends Omit<PlansProps, 'environment'> {
  plan: PendingPlan;
  onChoose: (action: Action) => void;
}

/** The button for this user's next step with a plan, or who can take one. */
function NextStep({ plan, approvers, isReadOnly, onChoose }: NextStepProps) {
  const { environment, author, isOwn, canApprove, action } = plan;
  const id = idOf(plan);
  const button = (label: string, name: string, chosen: Action) => (
    <Button
      size="sm"
      aria-label={name}
      onClick={() => {
        onChoose(chosen);
      }}
    >
      {label}
    </Button>
  );
  if (isApproved(plan)) {
    if (isOwn && action) return button(text.runPlan, text.runPlanOf(id), action);
    return <Hint>{isOwn ? text.planRepeat : text.planOfAuthor(author)}</Hint>;
  }
  if (canApprove)
    return button(text.approve, text.approvePlan(id), { kind: 'approve', environment, plan: id });
  const done = [...author.split(' and '), ...approversOf(plan)];
  const missing = approvers.filter((name) => !done.includes(name));
  return (
    <Hint>
      {text.planWaitsFor(missing.join(', '))}
      {isReadOnly && <code>{`npx slipway approve ${environment} ${id}`}</code>}
    </Hint>
  );
}

const Hint = ({ children }: { children: ReactNode }) => (
  <Stack as="span" gap="xs" minWidth="min(11rem, 50vw)">
    {children}
  </Stack>
);
