/** The values of one period, next to their marks. Screen readers get them from the slider. */
import styled from 'styled-components';
import { token } from '../tokens';
import { type ChartKind, isBars, percent } from './geometry';
import { Swatch } from './Legend';
import { seriesLook } from './seriesLook';

export interface ReadingProps {
  kind: ChartKind;
  period: string;
  /** Events in the period. */
  events: readonly string[];
  /** In percent of the width, from the left. */
  place: number;
  /** One per series, in order; `height` is in percent from the top, or undefined for an unknown value. */
  values: readonly { id: string; label: string; valueText: string; height: number | undefined }[];
}

export function Reading({ kind, period, events, place, values }: ReadingProps) {
  return (
    <Root
      aria-hidden="true"
      data-side={place > 50 ? 'before' : 'after'}
      style={{ ['--x' as string]: percent(place) }}
    >
      {!isBars(kind) && <Line />}
      {!isBars(kind) &&
        values.map(
          ({ id, height }, index) =>
            height !== undefined && (
              <Dot key={id} data-series={index} style={{ ['--y' as string]: percent(height) }} />
            ),
        )}
      <Values>
        <strong>{period}</strong>
        {values.map(({ id, label, valueText }, index) => (
          <span key={id}>
            <Swatch index={index} kind={kind} />
            <span>{label}</span>
            <b>{valueText}</b>
          </span>
        ))}
        {events.map((event) => (
          <em key={event}>{event}</em>
        ))}
      </Values>
    </Root>
  );
}

const Root = styled.div`
  position: absolute;
  inset: 0;
  z-index: 1;
  pointer-events: none;
`;

const Line = styled.span`
  position: absolute;
  inset: 0 auto 0 var(--x);
  border-left: 1px solid ${token.color.borderControl};
`;

const Dot = styled.span`
  ${seriesLook}
  position: absolute;
  inset: var(--y) auto auto var(--x);
  width: 0.625rem;
  height: 0.625rem;
  border: 2px solid ${token.color.surface};
  border-radius: 50%;
  background: var(--series);
  translate: -50% -50%;

  @media (forced-colors: active) {
    forced-color-adjust: none;
  }
`;

const Values = styled.div`
  position: absolute;
  inset: 0 auto auto var(--x);
  display: grid;
  gap: ${token.space.xxs};
  width: max-content;
  max-width: calc(100% - var(--x) - ${token.space.sm});
  padding: ${token.space.sm};
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.md};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.md};
  color: ${token.color.textMuted};
  margin-left: ${token.space.sm};

  [data-side='before'] > & {
    max-width: calc(var(--x) - ${token.space.sm});
    margin-left: calc(-1 * ${token.space.sm});
    translate: -100% 0;
  }
  & > strong {
    color: ${token.color.text};
    font-weight: 600;
  }
  & > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.375rem;
  }
  & > em {
    color: ${token.color.text};
    font-style: normal;
  }
  & b {
    margin-inline-start: auto;
    padding-inline-start: ${token.space.sm};
    color: ${token.color.text};
    font-weight: 600;
  }
`;
