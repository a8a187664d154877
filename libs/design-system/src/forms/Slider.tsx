/**
 * A number in a range, set by a slider or typed. A typed number outside the range stays as typed; the form must reject
 * it.
 */
import { type ComponentPropsWithRef, useState } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { controlAria } from './controlAria';
import { controlLook } from './controlLook';
import { Field, type FieldText } from './Field';
import { snap } from './snap';

export interface SliderProps
  extends
    Omit<
      ComponentPropsWithRef<'input'>,
      'id' | 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step'
    >,
    FieldText {
  /** The slider shows the nearest number in the range; the number input shows the value itself. */
  value: number;
  /** A typed number can be out of range or between steps; it is `NaN` while the input contains no number. */
  onValueChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** The accessible name of the number input. */
  numberLabel?: string;
}

export function Slider({
  label,
  hint,
  error,
  value,
  onValueChange,
  min,
  max,
  step = 1,
  numberLabel = `${label}, as a number`,
  name,
  'aria-invalid': isInvalid,
  'aria-errormessage': errorMessage,
  ...rest
}: SliderProps) {
  // The typed text may not be a number yet.
  const [draft, setDraft] = useState<string>();
  const scale = { min, max, step };
  const current = Number.isNaN(value) ? min : snap(value, scale);

  const handleTyping = (text: string) => {
    setDraft(text);
    onValueChange(text === '' ? NaN : Number(text));
  };

  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <Row>
          <Line
            {...rest}
            {...controlAria({ ...aria, 'aria-invalid': undefined }, rest)}
            {...scale}
            type="range"
            value={current}
            style={{ ['--fill' as string]: String((current - min) / (max - min || 1)) }}
            onChange={(event) => {
              setDraft(undefined);
              onValueChange(snap(event.target.valueAsNumber, scale));
            }}
          />
          <Box
            {...scale}
            type="number"
            inputMode="decimal"
            name={name}
            aria-label={numberLabel}
            aria-describedby={aria['aria-describedby']}
            aria-invalid={aria['aria-invalid'] ?? isInvalid}
            aria-errormessage={errorMessage}
            disabled={rest.disabled}
            value={Number.isNaN(value) || Number(draft) === value ? (draft ?? '') : String(value)}
            onChange={(event) => {
              handleTyping(event.target.value);
            }}
          />
        </Row>
      )}
    </Field>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space.xs} ${token.space.md};
`;

const Line = styled.input`
  --towards: to right;
  --length: calc(0.5625rem + var(--fill) * (100% - 1.125rem));
  flex: 1 1 6rem;
  min-width: 0;
  height: 1.5rem;
  appearance: none;
  border-radius: ${token.radius.pill};
  background: linear-gradient(
      var(--towards),
      ${token.color.accent} var(--length),
      ${token.color.borderStrong} var(--length)
    )
    center / 100% 0.25rem no-repeat;
  cursor: pointer;

  &::-webkit-slider-thumb {
    appearance: none;
    width: 1.125rem;
    height: 1.125rem;
    border: 2px solid ${token.color.accent};
    border-radius: 50%;
    background: ${token.color.onAccent};
    box-shadow: ${token.shadow.sm};
  }
  &::-moz-range-thumb {
    box-sizing: border-box;
    width: 1.125rem;
    height: 1.125rem;
    border: 2px solid ${token.color.accent};
    border-radius: 50%;
    background: ${token.color.onAccent};
  }
  &:dir(rtl) {
    --towards: to left;
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }

  @media (forced-colors: active) {
    appearance: auto;
  }
`;

const Box = styled.input`
  ${controlLook}
  width: 5.5rem;
  padding-inline-end: ${token.space.xs};
  font-variant-numeric: tabular-nums;
`;
