/**
 * The step that the reports propose for a canary: why, what it changes, and a button that signs it. Its space is
 * reserved before a canary starts.
 */
import type { Proposal } from '@slipway/cli/console';
import { Button, Card, Grid, Heading, SkeletonText, Stack, Text } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/LoadError';
import { proposalTitle } from '../../components/proposalTitle';
import { overviewQuery, previewQuery, proposalsQuery } from '../../data/queries';
import { text } from '../../messages';
import { Consequences } from '../actions/Consequences';
import { isNothing } from '../actions/isNothing';
import { useRun } from '../actions/useRun';

export interface CanaryProposalProps {
  environment: string;
  slice: string;
  /** The version of the current canary; undefined while none runs. */
  version: string | undefined;
}

/** For a step with the results of four comparisons, or the reasons why none is proposed. */
const HEIGHT = '14.25rem';

export function CanaryProposal({ environment, slice, version }: CanaryProposalProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...proposalsQuery(environment),
    ...(version === undefined && { enabled: false }),
  });
  const { data: overview } = useQuery(overviewQuery);
  const proposal = data?.find((one) => one.slice === slice && one.version === version);
  return (
    <Grid min="100%" minHeight={HEIGHT}>
      {version === undefined ? (
        <Card>
          <Text tone="muted">{text.noComparison}</Text>
        </Card>
      ) : proposal ? (
        <Found proposal={proposal} isReadOnly={overview?.isReadOnly ?? true} />
      ) : error ? (
        <LoadError
          what={text.proposalsOf}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : isFetching ? (
        <Card aria-busy="true" aria-label={text.judging} role="status">
          <SkeletonText lines={3} />
        </Card>
      ) : (
        <Card>
          <Text tone="muted">{text.noProposal}</Text>
        </Card>
      )}
    </Grid>
  );
}

interface FoundProps {
  proposal: Proposal;
  isReadOnly: boolean;
}

function Found({ proposal, isReadOnly }: FoundProps) {
  const { action, reasons, reason } = proposal;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <Stack gap="md">
        <Stack direction="row" gap="lg" justify="between" wrap>
          <Stack gap="xs">
            <Heading level={2} size="md">
              {proposalTitle(proposal)}
            </Heading>
            {action ? <PolicyHint action={action} /> : <Hint>{text.proposalHint}</Hint>}
          </Stack>
          {action && (
            <Stack direction="row" gap="sm" wrap>
              <Button
                aria-expanded={isOpen}
                onClick={() => {
                  setOpen(!isOpen);
                }}
              >
                {text.proposalDetails}
              </Button>
              {!isReadOnly && <Sign action={action} reason={reason} />}
            </Stack>
          )}
        </Stack>
        <Stack as="ul" gap="xs">
          {reasons.map((line) => (
            <li key={line}>
              <Text size="sm">{line}</Text>
            </li>
          ))}
        </Stack>
        {/* Opened by a press: its height is not known before it has loaded. */}
        {action && isOpen && <Consequences action={action} reason={reason} isReadOnly={isReadOnly} />}
      </Stack>
    </Card>
  );
}

const Hint = ({ children }: { children: string }) => (
  <Text size="sm" tone="muted">
    {children}
  </Text>
);

type Step = NonNullable<Proposal['action']>;

/** One line, even if the policy rejects the step: the reasons are in the details. */
function PolicyHint({ action }: { action: Step }) {
  const { data, isError } = useQuery(previewQuery(action));
  if (isError) return <Hint>{text.proposalImpossible}</Hint>;
  return <Hint>{data && data.rejections.length > 0 ? text.proposalRejected : text.proposalHint}</Hint>;
}

interface SignProps {
  action: Step;
  reason: string;
}

function Sign({ action, reason }: SignProps) {
  const { data, isFetching, isError } = useQuery(previewQuery(action));
  const { run, isRunning } = useRun(action, () => undefined);
  const isRejected = data !== undefined && data.rejections.length > 0;
  const isPlan = isRejected && data.canPlan;
  const isPossible = data !== undefined && !isFetching && !isError && !isNothing(data);
  return (
    <Button
      variant={action.kind === 'abort' ? 'danger' : 'primary'}
      busy={isRunning}
      disabled={!isPossible || (isRejected && !isPlan)}
      onClick={() => {
        if (data) run({ preview: data, reason, isPlan });
      }}
    >
      {isPlan ? text.writePlan : text.sign}
    </Button>
  );
}
