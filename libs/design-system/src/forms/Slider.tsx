/** A number in a range, set by a slider or typed. Both controls always show the same value. */
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
  value: number;
  /** Always within the range and on a step. */
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
  ...rest
}: SliderProps) {
  // The typed text may not be a number yet, or be out of range.
  const [draft, setDraft] = useState<string>();
  const scale = { min, max, step };
  const current = snap(value, scale);

  const handleTyping = (text: string) => {
    setDraft(text);
    if (text !== '' && Number.isFinite(Number(text))) onValueChange(snap(Number(text), scale));
  };
  const settle = () => {
    setDraft(undefined);
  };

  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <Row>
          <Line
            {...rest}
            {...controlAria(aria, rest)}
            {...scale}
            type="range"
            value={current}
            style={{ ['--fill' as string]: String((current - min) / (max - min || 1)) }}
            onChange={(event) => {
              settle();
              onValueChange(snap(event.target.valueAsNumber, scale));
            }}
          />
          <Box
            {...scale}
            type="number"
            inputMode="decimal"
            aria-label={numberLabel}
            disabled={rest.disabled}
            value={draft ?? String(current)}
            onChange={(event) => {
              handleTyping(event.target.value);
            }}
            onBlur={settle}
            onKeyDown={(event) => {
              if (event.key === 'Enter') settle();
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
