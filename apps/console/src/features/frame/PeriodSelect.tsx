/** Chooses the hours whose health a page shows. */
import { Select } from '@slipway/design-system';
import { text } from '../../messages';
import { hourOptions } from './useFilters';

interface PeriodSelectProps {
  hours: number;
  onChange: (hours: string) => void;
}

export const PeriodSelect = ({ hours, onChange }: PeriodSelectProps) => (
  <Select
    inline
    label={text.period}
    options={hourOptions}
    value={String(hours)}
    onChange={(event) => {
      onChange(event.target.value);
    }}
  />
);
