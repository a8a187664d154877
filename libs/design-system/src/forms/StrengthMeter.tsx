/** Password strength, in four steps and a word. theme.css has its forced colors. */
import styled from 'styled-components';
import { token } from '../tokens';

export interface StrengthMeterProps {
  label: string;
  /** From 0 (no value yet) to 4. */
  value: number;
  /** The strength as text. */
  valueText: string;
}

const STEPS = [1, 2, 3, 4] as const;
const tones = ['none', 'danger', 'warning', 'good', 'good'] as const;

export function StrengthMeter({ label, value, valueText }: StrengthMeterProps) {
  return (
    <Root data-tone={tones[value]}>
      <Steps
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={STEPS.length}
        aria-valuenow={value}
        aria-valuetext={valueText}
      >
        {STEPS.map((step) => (
          <i key={step} data-on={step <= value || undefined} />
        ))}
      </Steps>
      <span aria-hidden="true">{valueText}</span>
    </Root>
  );
}

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${token.space.md};
  min-height: 1lh;
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};

  --on: ${token.color.textSubtle};
  &[data-tone='danger'] {
    --on: ${token.color.danger};
  }
  &[data-tone='warning'] {
    --on: ${token.color.star};
  }
  &[data-tone='good'] {
    --on: ${token.color.successText};
  }
`;

const Steps = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: ${token.space.xs};

  & > i {
    height: 0.25rem;
    border-radius: ${token.radius.pill};
    background: ${token.color.borderStrong};
    transition: background-color ${token.motion.fast} ${token.motion.ease};
  }
  & > i[data-on] {
    background: var(--on);
  }
`;
