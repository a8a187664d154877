/** A key figure with its label. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { ReservedSpace } from '../feedback/ReservedSpace';
import { Skeleton } from '../feedback/Skeleton';
import { token } from '../tokens';
import { Card } from './Card';

export interface StatCardProps {
  label: string;
  /** Formatted for the reader's locale. */
  value: ReactNode;
  /** One line of context: the period, the total. */
  hint?: ReactNode;
  /** Decorative. */
  icon?: ReactNode;
  /** The value is loading. Its space is reserved, and that of the hint, which may wrap. */
  busy?: boolean;
}

export function StatCard({ label, value, hint, icon, busy = false }: StatCardProps) {
  return (
    <Root as="dl" aria-busy={busy || undefined}>
      <Name>
        {label}
        {icon !== undefined && <span aria-hidden="true">{icon}</span>}
      </Name>
      <Value style={{ ['--length' as string]: String(value).length }}>
        {busy ? <Skeleton width="5rem" /> : value}
      </Value>
      {hint !== undefined && (
        <Hint>
          {busy ? (
            <ReservedSpace placeholder={hint}>
              <Skeleton width="8rem" />
            </ReservedSpace>
          ) : (
            hint
          )}
        </Hint>
      )}
    </Root>
  );
}

const Root = styled(Card)`
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${token.space.xs};
  padding: ${token.space.lg} min(${token.space.xl}, 3vw);
`;

const Name = styled.dt`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space.sm};
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};
  font-weight: 500;

  & > span {
    color: ${token.color.textSubtle};
  }
`;

/**
 * A number and its unit stay on one line. A longer number has a smaller font, so that it fits into the card; even in
 * the narrowest columns it is larger than its label. A digit is less than two thirds as wide as the font is high.
 */
const Value = styled.dd`
  font-size: min(clamp(${token.text.lg}, 17cqi, ${token.text.xxl}), 160cqi / var(--length));
  white-space: nowrap;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  line-height: 1.25;
  letter-spacing: -0.02em;
`;

/** Balanced, so that “30 days” stays together. */
const Hint = styled.dd`
  text-wrap: balance;
  color: ${token.color.textSubtle};
  font-size: ${token.text.sm};
`;
