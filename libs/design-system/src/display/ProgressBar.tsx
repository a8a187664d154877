/** A progress bar. Values above the maximum fill it completely; the text shows the actual value. theme.css has its forced colors. */
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export interface ProgressBarProps {
  label: string;
  value: number;
  /** The value at 100 %. */
  max?: number;
  /** The value as text, at the end of the line: `8,200 of 10,000`. The default is a percentage. */
  valueText?: ReactNode;
  tone?: 'accent' | 'success' | 'warning' | 'danger';
}

/** An integer from 0 to 100; 0 when `max` is 0. */
const percent = (value: number, max: number) =>
  max > 0 && value > 0 ? Math.min(100, Math.round((value / max) * 100)) : 0;

export function ProgressBar({ label, value, max = 100, valueText, tone = 'accent' }: ProgressBarProps) {
  const id = useId();
  const done = percent(value, max);
  return (
    <div>
      <Line>
        <span id={id}>{label}</span>
        <ValueText id={`${id}-value`}>{valueText ?? `${String(done)}%`}</ValueText>
      </Line>
      <Track
        role="progressbar"
        aria-labelledby={id}
        aria-describedby={`${id}-value`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={done}
        data-tone={tone}
        style={{ ['--done' as string]: `${String(done)}%` }}
      />
    </div>
  );
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 ${token.space.md};
  margin-block-end: ${token.space.sm};
  font-size: ${token.text.sm};
  font-weight: 500;
  /* A name may be one long word. */
  overflow-wrap: anywhere;
`;

const ValueText = styled.span`
  color: ${token.color.textMuted};
  font-weight: 400;
  font-variant-numeric: tabular-nums;
`;

const Track = styled.div`
  height: 0.5rem;
  border-radius: ${token.radius.pill};
  background: ${token.color.borderStrong};
  overflow: hidden;

  &::before {
    content: '';
    display: block;
    width: var(--done);
    height: 100%;
    border-radius: inherit;
    background: var(--tone);
    transition: width ${token.motion.base} ${token.motion.ease};
  }

  &[data-tone='accent'] {
    --tone: ${token.color.accent};
  }
  &[data-tone='success'] {
    --tone: ${token.color.successText};
  }
  &[data-tone='warning'] {
    --tone: ${token.color.star};
  }
  &[data-tone='danger'] {
    --tone: ${token.color.danger};
  }
`;
