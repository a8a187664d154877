/** A bar per category, as long as its share of the total. */
import styled from 'styled-components';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';

export interface DistributionProps {
  label: string;
  rows: readonly {
    /** Shown in front of the bar. */
    name: string;
    value: number;
    /** The row for screen readers: `5 stars: 12 reviews`. */
    description: string;
  }[];
}

export function Distribution({ label, rows }: DistributionProps) {
  const whole = rows.reduce((sum, { value }) => sum + value, 0);
  return (
    <Root role="list" aria-label={label}>
      {rows.map(({ name, value, description }) => (
        <Row key={name}>
          <VisuallyHidden>{description}</VisuallyHidden>
          <Name aria-hidden>{name}</Name>
          <Track aria-hidden style={{ ['--part' as string]: whole === 0 ? 0 : value / whole }} />
          <Value aria-hidden>{value}</Value>
        </Row>
      ))}
    </Root>
  );
}

const Root = styled.ul`
  display: grid;
  grid-template-columns: auto minmax(4rem, 1fr) auto;
  gap: ${token.space.xs} ${token.space.md};
  padding: 0;
  list-style: none;
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};
`;

const Row = styled.li`
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  align-items: center;
`;

const Name = styled.span`
  text-align: end;
`;

const Track = styled.span`
  height: 0.5rem;
  border-radius: ${token.radius.pill};
  background: ${token.color.surfaceHover};
  overflow: hidden;

  &::before {
    content: '';
    display: block;
    width: calc(var(--part) * 100%);
    height: 100%;
    border-radius: inherit;
    background: ${token.color.accent};
  }

  @media (forced-colors: active) {
    border: 1px solid CanvasText;
    &::before {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;

const Value = styled.span`
  text-align: end;
  font-variant-numeric: tabular-nums;
`;
