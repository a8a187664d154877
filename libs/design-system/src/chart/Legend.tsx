/** The legend of a chart. */
import styled from 'styled-components';
import { token } from '../tokens';
import type { ChartKind, ChartSeries } from './geometry';
import { seriesLook } from './seriesLook';

/** A sample of a series as the chart draws it. Decorative: the name is next to it. */
export function Swatch({ index, kind }: { index: number; kind: ChartKind }) {
  return (
    <Sample viewBox="0 0 16 8" data-series={index} aria-hidden="true">
      {kind === 'bar' ? <rect x="4" width="8" height="8" rx="2" /> : <path d="M1 4H15" />}
    </Sample>
  );
}

export function Legend({ series, kind }: { series: readonly ChartSeries[]; kind: ChartKind }) {
  return (
    <List>
      {series.map(({ id, label }, index) => (
        <li key={id}>
          <Swatch index={index} kind={kind} />
          {label}
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.lg};
  padding: 0;
  list-style: none;
  color: ${token.color.textMuted};
  font-size: ${token.text.xs};

  & > li {
    display: flex;
    align-items: center;
    gap: 0.375rem;
  }
`;

const Sample = styled.svg`
  ${seriesLook}
  flex: none;
  width: 1rem;
  height: 0.5rem;

  & > path {
    fill: none;
    stroke: var(--series);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-dasharray: var(--dashes);
  }
  & > rect {
    fill: var(--series);
  }
`;
