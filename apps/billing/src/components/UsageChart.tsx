/** A chart of usage over time, one series per deployment. */
import { Chart } from '@slipway/design-system/chart';
import type { Measure, UsageOverTime } from '../data/usageOverTime';
import { formats } from '@slipway/platform';
import { money } from '../data/amounts';
import { t } from '../messages';

const nameOf = ({ deployment, isRest }: UsageOverTime['series'][number]) =>
  isRest ? t('others') : (deployment ?? t('deletedDeployment'));

export function UsageChart({ usage, measure }: { usage: UsageOverTime; measure: Measure }) {
  return (
    <Chart
      label={t('usageChart', { measure: t(measure) })}
      kind="stack"
      periodLabel={t('day')}
      tableLabel={t('showAsTable')}
      periods={usage.days.map(formats.utcMonthDay)}
      series={usage.series.map((one) => ({ id: one.id, label: nameOf(one), values: one.values }))}
      format={measure === 'cost' ? money : (value) => t('count', { used: value })}
    />
  );
}
