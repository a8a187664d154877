/** One slice: its health in an environment, its releases, and the actions on them. */
import type { Overview, SliceInfo } from '@slipway/cli/console';
import { EmptyState, LinkButton, Notice, Page, Select, Stack, Toolbar } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { LoadError } from '../components/LoadError';
import { LongNotice } from '../components/LongNotice';
import { Outdated } from '../components/Outdated';
import { SliceSkeleton } from '../components/SliceSkeleton';
import { overviewQuery, sliceQuery } from '../data/queries';
import { PeriodSelect } from '../features/frame/PeriodSelect';
import { useFilters } from '../features/frame/useFilters';
import { useTitle } from '../features/frame/useTitle';
import { SliceActions } from '../features/slice/SliceActions';
import { SliceHealth } from '../features/slice/SliceHealth';
import { Changes, Releases } from '../features/slice/SliceTables';
import { text } from '../messages';

export default function SlicePage() {
  const { slice = '' } = useParams();
  useTitle(slice);
  const overview = useQuery(overviewQuery);
  const info = useQuery(sliceQuery(slice));
  const error = overview.error ?? info.error;
  const owner = info.data?.releases[0]?.owner;
  // While it loads, its line is empty.
  const description = info.isPending ? '\u00a0' : owner == null ? undefined : text.ownedBy(owner);
  return (
    <Page title={text.sliceTitle(slice)} description={description}>
      {overview.data && info.data ? (
        <Outdated error={error}>
          <Loaded overview={overview.data} info={info.data} />
        </Outdated>
      ) : error ? (
        <LoadError
          what={slice}
          error={error}
          onRetry={() => {
            void overview.refetch();
            void info.refetch();
          }}
          retrying={overview.isFetching || info.isFetching}
        />
      ) : (
        <SliceSkeleton />
      )}
    </Page>
  );
}

function Loaded({ overview, info }: { overview: Overview; info: SliceInfo }) {
  const { environment: wanted, hours, set } = useFilters();
  const running = overview.environments.filter(({ parts }) => parts.some(({ app }) => app === info.slice));
  if (running.length === 0 && info.releases.length === 0)
    return (
      <EmptyState
        title={text.noSlice(info.slice)}
        description={text.noSliceHint}
        action={<LinkButton href="/">{text.toOverview}</LinkButton>}
      />
    );
  // Most visitors use the last environment.
  const environment =
    running.find((one) => one.environment === wanted) ??
    running.filter(({ isPreview }) => !isPreview).at(-1) ??
    running[0];
  const unread = overview.environments.find((one) => one.environment === wanted && one.error !== null);
  return (
    <Stack gap="xxl">
      {unread && (
        // The page shows another environment instead.
        <LongNotice tone="warning">{`${text.unreadable(unread.environment)}: ${unread.error ?? ''}`}</LongNotice>
      )}
      {overview.isReadOnly && <Notice>{text.readOnly}</Notice>}
      {environment && (
        <>
          {environment.unverified !== null && (
            <LongNotice tone="warning">{`${text.unverified(environment.environment)}: ${environment.unverified}`}</LongNotice>
          )}
          <Toolbar>
            <Select
              inline
              label={text.environment}
              options={running.map(({ environment: name }) => ({ value: name, label: name }))}
              value={environment.environment}
              onChange={(event) => {
                set({ environment: event.target.value });
              }}
            />
            <PeriodSelect
              hours={hours}
              onChange={(next) => {
                set({ hours: next });
              }}
            />
          </Toolbar>
          <SliceActions
            info={info}
            environment={environment}
            hours={hours}
            others={overview.environments
              .filter((one) => !one.isPreview && one.environment !== environment.environment)
              .map((one) => one.environment)}
          />
          <SliceHealth info={info} environment={environment} hours={hours} />
          <Changes
            slice={info.slice}
            deploys={info.deploys.filter((mark) => mark.environment === environment.environment)}
          />
        </>
      )}
      <Releases releases={info.releases} />
    </Stack>
  );
}
