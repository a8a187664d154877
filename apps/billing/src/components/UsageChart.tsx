/** The picture of use over time. */
import { Chart } from '@slipway/design-system/chart';
import type { Measure, UseOverTime } from '../data/usageOverTime';
import { monthAndDay, money } from '../format';
import { t } from '../messages';

const nameOf = ({ deployment, isRest }: UseOverTime['lines'][number]) =>
  isRest ? t('others') : (deployment ?? t('deletedDeployment'));

export function UseChart({ use, measure }: { use: UseOverTime; measure: Measure }) {
  return (
    <Chart
      label={t('useByDayOf', { measure: t(measure) })}
      kind="bar"
      periodLabel={t('day')}
      tableLabel={t('showAsTable')}
      periods={use.days.map(monthAndDay)}
      series={use.lines.map((line) => ({ id: line.id, label: nameOf(line), values: line.values }))}
      format={measure === 'cost' ? money : (value) => t('noQuota', { used: value })}
    />
  );
}
