/** An average rating out of five and the number of ratings: `4.5 (12)`, or that there are none. */
import styled from 'styled-components';
import { token } from '../tokens';
import { Icon } from './Icon';

export interface RatingProps {
  /** 0 without ratings. */
  average: number;
  count: number;
  /** Read by screen readers in place of the numbers. */
  label: string;
  /** Shown without ratings, in place of `0.0 (0)`, which looks like the worst rating. */
  empty?: string;
}

/** One decimal, half rounded up. `toFixed` would round 4.35 down, because its binary value is slightly less. */
const toOneDecimal = (value: number) => (Math.round(value * 10) / 10).toFixed(1);

export function Rating({ average, count, label, empty }: RatingProps) {
  return (
    <Root role="img" aria-label={label}>
      <Icon name="star" size={14} />
      <span>{count > 0 || !empty ? `${toOneDecimal(average)} (${String(count)})` : empty}</span>
    </Root>
  );
}

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${token.space.xs};
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};
  font-variant-numeric: tabular-nums;

  & > svg {
    color: ${token.color.star};
  }
`;
