/** The step that the reports propose for a canary: why, what it changes, and one press that signs it. Its place is there from the start. */
import type { Proposal } from '@slipway/cli/console';
import { Button, Card, Grid, Heading, SkeletonText, Stack, Text } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
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
  /** The version of the current canary. */
  version: string;
}

/** For the reasons why no step is proposed; on phones, they have more lines. */
const HEIGHT = 'clamp(9.5rem, (48rem - 100vw) * 999, 14rem)';

export function CanaryProposal({ environment, slice, version }: CanaryProposalProps) {
  const { data, error, refetch, isFetching } = useQuery(proposalsQuery(environment));
  const { data: overview } = useQuery(overviewQuery);
  const proposal = data?.find((one) => one.slice === slice && one.version === version);
  return (
    <Grid min="100%" minHeight={HEIGHT}>
      {proposal ? (
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

function Found({ proposal, isReadOnly }: { proposal: Proposal; isReadOnly: boolean }) {
  const { action, reasons, reason } = proposal;
  return (
    <Card>
      <Stack gap="md">
        <Stack gap="xs">
          <Heading level={2} size="md">
            {proposalTitle(proposal)}
          </Heading>
          <Text size="sm" tone="muted">
            {text.proposalHint}
          </Text>
        </Stack>
        <Stack as="ul" gap="xs">
          {reasons.map((line) => (
            <li key={line}>
              <Text size="sm">{line}</Text>
            </li>
          ))}
        </Stack>
        {action && <Consequences action={action} reason={reason} isReadOnly={isReadOnly} />}
        {action && !isReadOnly && <Sign action={action} reason={reason} />}
      </Stack>
    </Card>
  );
}

interface SignProps {
  action: NonNullable<Proposal['action']>;
  reason: string;
}

function Sign({ action, reason }: SignProps) {
  const { data, isFetching, isError } = useQuery(previewQuery(action));
  const { run, isRunning } = useRun(action, () => undefined);
  const isRejected = data !== undefined && data.rejections.length > 0;
  return (
    <Stack direction="row">
      <Button
        variant={action.kind === 'abort' ? 'danger' : 'primary'}
        busy={isRunning}
        disabled={data === undefined || isFetching || isError || isNothing(data)}
        onClick={() => {
          if (data) run({ preview: data, reason, isPlan: isRejected });
        }}
      >
        {isRejected ? text.writePlan : text.sign}
      </Button>
    </Stack>
  );
}
