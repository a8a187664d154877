/** The temperature: a typed number out of range or between steps is rejected at once, and never changed (AGT-07). */
import { type FieldMark, Slider } from '@slipway/design-system';
import { limits } from '../data/draft';
import { isTemperature } from '../data/draftErrors';
import { t } from '../features/agent-form/messages';

interface TemperatureFieldProps {
  /** `NaN` while there is no number: it may be about to be typed. */
  value: number;
  /** Marks the field when the form reports an error in it. */
  mark: FieldMark;
  onChange: (value: number) => void;
}

export function TemperatureField({ value, mark, onChange }: TemperatureFieldProps) {
  const isRejected = !Number.isNaN(value) && !isTemperature(value);
  const isReported = mark['aria-invalid'] === true;
  return (
    <Slider
      label={t('temperature')}
      numberLabel={t('temperatureNumber')}
      hint={t('temperatureHint')}
      name="temperature"
      {...limits.temperature}
      {...(isRejected && !isReported ? { error: t('temperatureWrong') } : mark)}
      value={value}
      onValueChange={onChange}
    />
  );
}
