/** Draws the values. The picture is stretched to its box, so its strokes do not scale. */
import { useId } from 'react';
import styled from 'styled-components';
import {
  barsOf,
  type ChartKind,
  type ChartSeries,
  heightOf,
  isBars,
  pathsOf,
  type Scale,
  stackOf,
} from './geometry';
import { seriesLook } from './seriesLook';
import { token } from '../tokens';

export interface MarksProps {
  kind: ChartKind;
  series: readonly ChartSeries[];
  scale: Scale;
  /** The selected period; the other bars are dimmed. */
  chosen: number | undefined;
}

export function Marks({ kind, series, scale, chosen }: MarksProps) {
  const id = useId();
  return (
    <Picture viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {scale.steps.map((step) => (
        <Rule
          key={step}
          data-zero={step === 0 ? '' : undefined}
          d={`M0 ${String(heightOf(step, scale))}H100`}
        />
      ))}
      {series.map((one, index) => {
        if (isBars(kind)) {
          const bars =
            kind === 'stack'
              ? stackOf(series, scale, index)
              : barsOf(one.values, scale, index, series.length);
          return (
            <Mark key={one.id} data-series={index}>
              {bars.map(({ at, ...bar }) => (
                <rect key={at} {...bar} data-faint={chosen !== undefined && chosen !== at ? '' : undefined} />
              ))}
            </Mark>
          );
        }
        const { line, ground, alone } = pathsOf(one.values, scale, kind);
        return (
          <Mark key={one.id} data-series={index}>
            {kind === 'area' && (
              <>
                <linearGradient id={`${id}-${String(index)}`} x1="0" y1="0" x2="0" y2="1">
                  <stop offset="0" stopColor="var(--series)" stopOpacity="0.22" />
                  <stop offset="1" stopColor="var(--series)" stopOpacity="0.02" />
                </linearGradient>
                <path d={ground} fill={`url(#${id}-${String(index)})`} />
              </>
            )}
            <path d={line} data-line="" />
            {alone !== '' && <path d={alone} data-alone="" />}
          </Mark>
        );
      })}
    </Picture>
  );
}

const Picture = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: visible;
`;

const Rule = styled.path`
  stroke: ${token.color.borderStrong};
  stroke-width: 1;
  stroke-dasharray: 3 4;
  vector-effect: non-scaling-stroke;

  &[data-zero] {
    stroke-dasharray: none;
  }

  @media (forced-colors: active) {
    stroke: GrayText;
  }
`;

const Mark = styled.g`
  ${seriesLook}

  & > [data-line] {
    fill: none;
    stroke: var(--series);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-dasharray: var(--dashes);
    vector-effect: non-scaling-stroke;
  }
  & > [data-alone] {
    stroke: var(--series);
    stroke-width: 7;
    stroke-linecap: round;
    vector-effect: non-scaling-stroke;
  }
  & > rect {
    fill: var(--series);
    transition: opacity ${token.motion.fast} ${token.motion.ease};
  }
  & > [data-faint] {
    opacity: 0.45;
  }
`;
