/** One slice: its health in an environment, its releases, and the actions on them. */
import type { Overview, OverviewEnvironment, SliceInfo } from '@slipway/cli/console';
import {
  CardSkeletons,
  EmptyState,
  LinkButton,
  Notice,
  Page,
  Select,
  Stack,
  Toolbar,
} from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { LoadError } from '../components/LoadError';
import { healthQuery, overviewQuery, sliceQuery } from '../data/queries';
import { hourOptions, useFilters } from '../features/frame/useFilters';
import { useTitle } from '../features/frame/useTitle';
import { Failures } from '../features/slice/Failures';
import { HealthCharts } from '../features/slice/HealthCharts';
import { HealthFigures, ReleaseHealth } from '../features/slice/HealthFigures';
import { SliceActions } from '../features/slice/SliceActions';
import { Changes, Releases } from '../features/slice/SliceTables';
import { text } from '../messages';

export default function SlicePage() {
  const { slice = '' } = useParams();
  useTitle(slice);
  const overview = useQuery(overviewQuery);
  const info = useQuery(sliceQuery(slice));
  const error = overview.error ?? info.error;
  const owner = info.data?.releases[0]?.owner;
  return (
    <Page title={text.sliceTitle(slice)} description={owner == null ? undefined : text.ownedBy(owner)}>
      {overview.data && info.data ? (
        <Loaded overview={overview.data} info={info.data} />
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
        <CardSkeletons label={text.loading} />
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
  return (
    <Stack gap="xxl">
      {overview.isReadOnly && <Notice>{text.readOnly}</Notice>}
      {environment && (
        <>
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
            <Select
              inline
              label={text.period}
              options={hourOptions}
              value={String(hours)}
              onChange={(event) => {
                set({ hours: event.target.value });
              }}
            />
          </Toolbar>
          <SliceActions
            info={info}
            environment={environment}
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

interface SliceHealthProps {
  info: SliceInfo;
  environment: OverviewEnvironment;
  hours: number;
}

function SliceHealth({ info, environment, hours }: SliceHealthProps) {
  const name = environment.environment;
  const { data, error, refetch, isFetching } = useQuery(healthQuery(name, hours, info.slice));
  if (error)
    return (
      <LoadError what={text.failures} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <CardSkeletons label={text.loading} />;
  if (data.state !== 'known')
    return (
      <Notice tone={data.state === 'down' ? 'warning' : 'info'}>
        {`${data.state === 'down' ? text.healthDown : text.healthAbsent}: ${data.message ?? ''}`}
      </Notice>
    );
  const stable = environment.parts.find(({ app, kind }) => app === info.slice && kind === 'stable');
  const deploys = info.deploys.filter((mark) => mark.environment === name);
  return (
    <>
      <HealthFigures health={data} version={stable?.version} />
      <ReleaseHealth health={data} />
      <HealthCharts health={data} deploys={deploys} hours={hours} />
      <Failures environment={name} failures={data.failures} />
    </>
  );
}
