/** The releases of every environment, their age and their health. The filters are in the address. */
import type { Overview } from '@slipway/cli/console';
import { EmptyState, Notice, Page, SearchBox, Select, Stack, Text, Toolbar } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../components/LoadError';
import { LongNotice } from '../components/LongNotice';
import { Outdated } from '../components/Outdated';
import { OverviewSkeleton } from '../components/OverviewSkeleton';
import { OverviewTable } from '../components/OverviewTable';
import { isFailing } from '../data/attention';
import { PeriodSelect } from '../features/frame/PeriodSelect';
import { useFilters } from '../features/frame/useFilters';
import { useTitle } from '../features/frame/useTitle';
import { overviewQuery } from '../data/queries';
import { matches, type OverviewRow, overviewRows, type RowFilter } from '../data/rows';
import { Attention } from '../features/overview/Attention';
import { Grants } from '../features/overview/Grants';
import { Previews } from '../features/overview/Previews';
import { useHealth } from '../features/overview/useHealth';
import { text } from '../messages';

const filters: readonly { value: RowFilter; label: string }[] = [
  { value: 'all', label: text.showAll },
  { value: 'different', label: text.showDifferent },
  { value: 'failing', label: text.showUnhealthy },
];

/** For a hundred slices, one response of a collector has the records of several hours, but not of days. */
const RECENT_HOURS = 6;

export default function OverviewPage() {
  useTitle(text.overview);
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  return (
    <Page title={text.overview} description={text.overviewHint}>
      {data ? (
        <Outdated error={error}>
          <Loaded overview={data} />
        </Outdated>
      ) : error ? (
        <LoadError what={text.overview} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <OverviewSkeleton />
      )}
    </Page>
  );
}

function Loaded({ overview }: { overview: Overview }) {
  const { filter, hours, set, ...address } = useFilters(RECENT_HOURS);
  // The address follows the field: it changes too late to be the field's own value.
  const [typed, setTyped] = useState(address.typed);
  const environments = overview.environments.filter(({ isPreview }) => !isPreview);
  const previews = overview.environments.filter(({ isPreview }) => isPreview);
  const running = environments.filter(({ revision }) => revision !== null);
  const health = useHealth(
    running.map(({ environment }) => environment),
    hours,
  );
  const all = overviewRows(environments, health);
  const rows = all.filter((row) => matches(row, typed, filter));
  const linked = (row: OverviewRow) => {
    const worst = row.cells.find(({ health, canaryHealth }) =>
      [health, canaryHealth].some((one) => one !== undefined && isFailing(one)),
    );
    const cell = worst ?? [...row.cells].reverse().find(({ stable }) => stable !== undefined);
    const environment = encodeURIComponent(cell?.environment ?? '');
    return `/slices/${row.slice}?environment=${environment}&hours=${String(hours)}`;
  };
  if (all.length === 0)
    return (
      <Stack gap="xl">
        <Problems overview={overview} showsErrors />
        <EmptyState title={text.nothingRuns} description={text.nothingRunsHint} />
      </Stack>
    );
  return (
    <Stack gap="xl">
      <Problems overview={overview} />
      <Attention overview={overview} health={health} isLoading={health.size < running.length} hours={hours} />
      <Toolbar>
        <SearchBox
          label={text.filter}
          placeholder={text.filter}
          value={typed}
          onValueChange={(value) => {
            setTyped(value);
            set({ typed: value });
          }}
        />
        <Select
          inline
          label={text.show}
          options={filters}
          value={filter}
          onChange={(event) => {
            set({ filter: event.target.value });
          }}
        />
        <PeriodSelect
          hours={hours}
          onChange={(next) => {
            set({ hours: next });
          }}
        />
      </Toolbar>
      <Text size="sm" tone="muted" role="status">
        {text.shown(rows.length, all.length)}
      </Text>
      {rows.length === 0 ? (
        <EmptyState title={text.noneMatches} description={text.noneMatchesHint} />
      ) : (
        <OverviewTable environments={environments} rows={rows} linked={linked} />
      )}
      <Grants environments={overview.environments} />
      {previews.length > 0 && <Previews previews={previews} />}
    </Stack>
  );
}

interface ProblemsProps {
  overview: Overview;
  /** Nothing below lists the environments that cannot be read. */
  showsErrors?: boolean;
}

/** Environments that cannot be read, and files that differ from the settings in the store. */
function Problems({ overview: { isReadOnly, environments }, showsErrors = false }: ProblemsProps) {
  return (
    <>
      {isReadOnly && <Notice>{text.readOnly}</Notice>}
      {environments.map(({ environment, error, notice }) => {
        if (error !== null)
          return !showsErrors ? null : (
            <LongNotice key={environment} tone="warning">
              {`${text.unreadable(environment)}: ${error}`}
            </LongNotice>
          );
        return notice === null ? null : <LongNotice key={environment}>{notice}</LongNotice>;
      })}
    </>
  );
}
