/**
 * The axes and marks of a chart, and the values of one period: the one under the pointer, or selected by the arrow keys.
 * The keyboard support is that of a native slider, which covers the chart invisibly.
 */
import { type PointerEvent, useState } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { EventLines } from './EventLines';
import {
  type ChartEvents,
  type ChartKind,
  type ChartSeries,
  eventsAt,
  heightOf,
  percent,
  periodAt,
  periodTicks,
  placeOf,
  scaleOf,
} from './geometry';
import { Marks } from './Marks';
import { Reading } from './Reading';

export interface PlotProps {
  /** The accessible name of the slider. */
  label: string;
  kind: ChartKind;
  periods: readonly string[];
  series: readonly ChartSeries[];
  events?: ChartEvents | undefined;
  format: (value: number) => string;
  /** Shown in place of an unknown value. */
  unknown: string;
}

export function Plot({ label, kind, periods, series, events, format, unknown }: PlotProps) {
  const count = periods.length;
  const [isRead, setRead] = useState(false);
  const [last, setLast] = useState(count - 1);
  const scale = scaleOf(series, kind);
  const at = Math.min(last, count - 1);
  const chosen = isRead ? at : undefined;
  const choose = (next: number) => {
    setRead(true);
    setLast(next);
  };
  const hide = () => {
    setRead(false);
  };
  const textOf = (value: number | null | undefined) => (value == null ? unknown : format(value));

  const handlePointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(periodAt((event.clientX - left) / width, count, kind));
  };

  return (
    <Frame dir="ltr">
      <Values aria-hidden="true">
        {[...scale.steps].reverse().map((step) => (
          <span key={step}>{format(step)}</span>
        ))}
      </Values>
      <Area onPointerMove={handlePointer} onPointerDown={handlePointer} onPointerLeave={hide}>
        <Marks kind={kind} series={series} scale={scale} chosen={chosen} />
        {events && <EventLines events={events} count={count} kind={kind} />}
        <Keys
          type="range"
          aria-label={label}
          min={0}
          max={count - 1}
          value={at}
          aria-valuetext={[
            periods[at],
            ...series.map((one) => `${one.label} ${textOf(one.values[at])}`),
            ...eventsAt(events, at),
          ].join(', ')}
          onChange={(event) => {
            choose(event.target.valueAsNumber);
          }}
          onFocus={(event) => {
            if (event.target.matches(':focus-visible')) choose(at);
          }}
          onBlur={hide}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || chosen === undefined) return;
            // The first Escape hides the values; it must not close the dialog around the chart.
            event.preventDefault();
            event.stopPropagation();
            hide();
          }}
        />
        {chosen !== undefined && (
          <Reading
            kind={kind}
            period={periods[chosen] ?? ''}
            events={eventsAt(events, chosen)}
            place={placeOf(chosen, count, kind)}
            values={series.map(({ id, label: name, values }) => {
              const value = values[chosen] ?? null;
              const height = value === null ? undefined : heightOf(value, scale);
              return { id, label: name, valueText: textOf(value), height };
            })}
          />
        )}
      </Area>
      <Periods aria-hidden="true">
        {periodTicks(count).map(({ at: tick, room }) => {
          const place = placeOf(tick, count, kind);
          const edge = place > 95 ? 'end' : place < 5 ? 'start' : undefined;
          return (
            <span key={tick} data-room={room} data-edge={edge} style={{ ['--x' as string]: percent(place) }}>
              {periods[tick]}
            </span>
          );
        })}
      </Periods>
    </Frame>
  );
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${token.space.sm} ${token.space.md};
  padding-block-start: ${token.space.sm};
  color: ${token.color.textSubtle};
  font-size: ${token.text.xs};
  font-variant-numeric: tabular-nums;
  container-type: inline-size;
`;

const Values = styled.div`
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  text-align: end;

  /* Centered on its grid line. */
  & > span {
    display: block;
    height: 0;
    line-height: 0;
    white-space: nowrap;
  }
`;

const Area = styled.div`
  position: relative;
  height: 14rem;
  border-radius: ${token.radius.sm};
  touch-action: pan-y;

  &:has(> :focus-visible) {
    outline: 2px solid ${token.color.focus};
    outline-offset: 4px;
  }
`;

const Keys = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  opacity: 0;
  pointer-events: none;
`;

const Periods = styled.div`
  position: relative;
  grid-column: 2;
  height: 1.25rem;

  & > span {
    position: absolute;
    left: var(--x);
    white-space: nowrap;
    translate: -50% 0;
  }
  /* Keeps labels within the edges. */
  & > [data-edge='start'] {
    left: 0;
    translate: 0 0;
  }
  & > [data-edge='end'] {
    left: 100%;
    translate: -100% 0;
  }

  @container (max-width: 32rem) {
    & > [data-room='much'] {
      display: none;
    }
  }
  @container (max-width: 18rem) {
    & > [data-room='some'] {
      display: none;
    }
  }
`;
