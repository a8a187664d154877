/** The health of a slice in an environment: figures, releases, failures and charts; or why nothing is known. */
import type { OverviewEnvironment, SliceInfo } from '@slipway/cli/console';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/LoadError';
import { LongNotice } from '../../components/LongNotice';
import { HealthSkeleton } from '../../components/SliceSkeleton';
import { healthQuery } from '../../data/queries';
import { stableOf } from '../../data/rows';
import { text } from '../../messages';
import { Failures } from './Failures';
import { HealthCharts } from './HealthCharts';
import { HealthFigures, NoViews } from './HealthFigures';
import { ReleaseHealth } from './ReleaseHealth';

export interface SliceHealthProps {
  info: SliceInfo;
  environment: OverviewEnvironment;
  hours: number;
}

export function SliceHealth({ info, environment, hours }: SliceHealthProps) {
  const name = environment.environment;
  const stable = stableOf(environment, info.slice);
  const { data, error, refetch, isFetching } = useQuery(healthQuery(name, hours, info.slice, stable?.at));
  if (error && !data)
    return (
      <LoadError what={text.failures} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <HealthSkeleton />;
  if (data.state !== 'known')
    return (
      <LongNotice tone={data.state === 'down' ? 'warning' : 'info'}>
        {`${data.state === 'down' ? text.healthDown : text.healthAbsent}: ${data.message ?? ''}`}
      </LongNotice>
    );
  if (data.rows.length === 0 && data.failures.length === 0) return <NoViews stable={stable} />;
  const deploys = info.deploys.filter((mark) => mark.environment === name);
  return (
    <>
      <HealthFigures health={data} stable={stable} hours={hours} />
      <ReleaseHealth
        rows={data.rows}
        running={environment.parts.filter(({ app }) => app === info.slice)}
        published={info.releases}
      />
      <Failures environment={name} failures={data.failures} />
      <HealthCharts health={data} deploys={deploys} hours={hours} version={stable?.version} />
    </>
  );
}
