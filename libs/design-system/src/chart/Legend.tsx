/** The legend of a chart. */
import styled from 'styled-components';
import { token } from '../tokens';
import { type ChartEvents, type ChartKind, type ChartSeries, isBars } from './geometry';
import { seriesLook } from './seriesLook';

/** A sample of a series as the chart draws it. Decorative: the name is next to it. */
export function Swatch({ index, kind }: { index: number; kind: ChartKind }) {
  return (
    <Sample viewBox="0 0 16 8" data-series={index} aria-hidden="true">
      {isBars(kind) ? <rect x="4" width="8" height="8" rx="2" /> : <path d="M1 4H15" />}
    </Sample>
  );
}

export interface LegendProps {
  series: readonly ChartSeries[];
  kind: ChartKind;
  events?: ChartEvents | undefined;
}

export function Legend({ series, kind, events }: LegendProps) {
  return (
    <List>
      {series.map(({ id, label }, index) => (
        <li key={id}>
          <Swatch index={index} kind={kind} />
          {label}
        </li>
      ))}
      {events && events.points.length > 0 && (
        <li>
          <EventSample viewBox="0 0 16 8" aria-hidden="true">
            <path d="M8 0V8" />
          </EventSample>
          {events.label}
        </li>
      )}
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
    overflow-wrap: anywhere;
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

const EventSample = styled.svg`
  flex: none;
  width: 1rem;
  height: 0.75rem;

  & > path {
    stroke: ${token.color.text};
    stroke-width: 1.5;
    stroke-dasharray: 2 2;
  }
`;
