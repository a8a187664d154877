/** The history of an environment: its revisions, what ran at a time, differences, and plans that wait. */
import type { Overview, OverviewEnvironment } from '@slipway/cli/console';
import { Button, EmptyState, Notice, Page, Section, Select, Stack } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../components/LoadError';
import { Outdated } from '../components/Outdated';
import { TableSkeleton } from '../components/TableSkeleton';
import { historyQuery, overviewQuery, plansQuery } from '../data/queries';
import { useFilters } from '../features/frame/useFilters';
import { useTitle } from '../features/frame/useTitle';
import { Compare } from '../features/history/Compare';
import { Plans } from '../features/history/Plans';
import { Revisions } from '../features/history/Revisions';
import { WhatRan } from '../features/history/WhatRan';
import { text } from '../messages';

const PAGE = 20;

export default function HistoryPage() {
  useTitle(text.history);
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  return (
    <Page title={text.history} description={text.historyHint}>
      {data ? (
        <Outdated error={error}>
          <Loaded overview={data} />
        </Outdated>
      ) : error ? (
        <LoadError what={text.history} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <TableSkeleton />
      )}
    </Page>
  );
}

function Loaded({ overview }: { overview: Overview }) {
  const { environment: wanted, set } = useFilters();
  const running = overview.environments.filter(({ revision, error }) => revision !== null || error !== null);
  const chosen =
    running.find(({ environment }) => environment === wanted) ??
    running.filter(({ isPreview }) => !isPreview).at(-1) ??
    running[0];
  if (!chosen) return <EmptyState title={text.nothingRuns} description={text.nothingRunsHint} />;
  return (
    <Stack gap="xxl">
      {overview.isReadOnly && <Notice>{text.readOnly}</Notice>}
      <Stack direction="row">
        <Select
          inline
          label={text.environment}
          options={running.map(({ environment }) => ({ value: environment, label: environment }))}
          value={chosen.environment}
          onChange={(event) => {
            set({ environment: event.target.value });
          }}
        />
      </Stack>
      <EnvironmentHistory key={chosen.environment} chosen={chosen} overview={overview} />
    </Stack>
  );
}

function EnvironmentHistory({ chosen, overview }: { chosen: OverviewEnvironment; overview: Overview }) {
  const { environment, approvals } = chosen;
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(historyQuery(environment, limit));
  // The plans are above the history, so wait for them: a late response would move it.
  const plans = useQuery({ ...plansQuery(environment), enabled: approvals !== null });
  // The section of plans retries after an error; the page stays on screen.
  const isFirstLoad = plans.isLoading && plans.errorUpdateCount === 0;
  if (!data || isFirstLoad)
    return error && !data ? (
      <LoadError
        what={text.historyTitle(environment)}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton />
    );
  const others = overview.environments.filter((one) => one.revision !== null).map((one) => one.environment);
  const revisions = data.map(({ revision }) => `${environment}@${String(revision)}`);
  const other = revisions[1] ?? others.find((name) => name !== environment) ?? environment;
  return (
    <>
      {approvals !== null && (
        <Plans environment={environment} approvers={approvals.by} isReadOnly={overview.isReadOnly} />
      )}
      <Section
        title={text.historyTitle(environment)}
        action={
          // Keep the button, and its focus, while older revisions load.
          (isPlaceholderData || data.length === limit) && (
            <Button
              size="sm"
              busy={isFetching}
              onClick={() => {
                setLimit(limit + PAGE);
              }}
            >
              {text.more}
            </Button>
          )
        }
      >
        <Revisions
          environment={environment}
          entries={data}
          acknowledgeable={chosen.breakGlass
            .filter(({ canAcknowledge }) => canAcknowledge && !overview.isReadOnly)
            .map(({ revision }) => revision)}
          isReadOnly={overview.isReadOnly}
        />
      </Section>
      <Section title={text.compare}>
        <Compare choices={[...others, ...revisions]} initial={[other, environment]} />
      </Section>
      <Section title={text.whatRan}>
        <WhatRan environment={environment} />
      </Section>
    </>
  );
}
