/**
 * Vertical lines at the periods in which an event happened. Their texts are in the values of the period and in the
 * table.
 */
import styled from 'styled-components';
import { token } from '../tokens';
import { type ChartEvents, type ChartKind, percent, placeOf } from './geometry';

export function EventLines({ events, count, kind }: { events: ChartEvents; count: number; kind: ChartKind }) {
  const periods = [...new Set(events.points.map(({ at }) => at))];
  return periods.map((at) => (
    <Line key={at} style={{ ['--x' as string]: percent(placeOf(at, count, kind)) }} />
  ));
}

const Line = styled.span`
  position: absolute;
  inset: 0 auto 0 var(--x);
  border-left: 1.5px dashed ${token.color.text};
  opacity: 0.65;
  pointer-events: none;
`;
