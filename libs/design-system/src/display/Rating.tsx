/** What people think of a thing, as a mean out of five and how many they are: `4.5 (12)`. */
import styled from 'styled-components';
import { token } from '../tokens';
import { Icon } from './Icon';

export interface RatingProps {
  /** 0 when nobody has rated. */
  average: number;
  count: number;
  /** The same in words, for those who listen. */
  label: string;
}

export function Rating({ average, count, label }: RatingProps) {
  return (
    <Root role="img" aria-label={label}>
      <Icon name="star" size={14} />
      <span>{`${average.toFixed(1)} (${String(count)})`}</span>
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
