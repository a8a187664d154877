/** A chart of usage over time, one series per deployment. */
import { Chart } from '@slipway/design-system/chart';
import { formats } from '@slipway/platform';
import { money } from '../data/amounts';
import type { OverTime } from '../data/overTime';
import type { Measure } from '../data/usageOverTime';
import { t as shared } from '../messages';
import { t } from '../features/overview/messages';

const nameOf = ({ name, isRest }: OverTime['series'][number]) =>
  isRest ? shared('others') : (name ?? t('deletedDeployment'));

export function UsageChart({ usage, measure }: { usage: OverTime; measure: Measure }) {
  return (
    <Chart
      label={t('usageChart', { measure: t(measure) })}
      kind="stack"
      emptyText={measure === 'cost' ? t('noCosts') : t('noUsage')}
      periodLabel={shared('day')}
      tableLabel={shared('showAsTable')}
      periods={usage.days.map(formats.utcMonthDay)}
      series={usage.series.map((one) => ({ id: one.id, label: nameOf(one), values: one.values }))}
      format={measure === 'cost' ? money : (value) => shared('count', { used: value })}
    />
  );
}
