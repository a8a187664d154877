/** A chart of values over time. The same values are in a table for screen readers, which everyone can show. */
import { memo, useDeferredValue, useId, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../actions/Button';
import { Icon } from '../display/Icon';
import { Table } from '../display/Table';
import { Text } from '../text/Text';
import { token } from '../tokens';
import { type ChartEvents, type ChartKind, type ChartSeries, eventsAt } from './geometry';
import { Legend } from './Legend';
import { Plot } from './Plot';

export interface ChartProps {
  /** The title: `Messages a day`. */
  label: string;
  /** `area` for one series, `line` to compare several, `bar` for sums per period. */
  kind?: ChartKind;
  /** The name of a period: `Day`. */
  periodLabel: string;
  /** All periods, oldest first, formatted: `3 Nov`. At least one. */
  periods: readonly string[];
  /** One to three. */
  series: readonly ChartSeries[];
  /** Listed with their period in the table, too. */
  events?: ChartEvents;
  /** Formats a value with its unit: `$1.20`. */
  format?: (value: number) => string;
  /**
   * Shown in place of an unknown value.
   * @deprecated Nothing uses it, and the next major version removes it.
   */
  unknownLabel?: string;
  tableLabel?: string;
  /** Shown instead of the axes and the table when all values are zero or unknown: `No revenue in this period`. */
  emptyText?: string;
}

const inPageLanguage = (value: number) => value.toLocaleString(document.documentElement.lang || undefined);

export function Chart({
  label,
  kind = 'area',
  periodLabel,
  periods,
  series,
  events,
  format = inPageLanguage,
  unknownLabel = '–',
  tableLabel = 'Show as table',
  emptyText,
}: ChartProps) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  // Deferred, so that the button shows its press first.
  const showsTable = useDeferredValue(isTable);
  if (emptyText !== undefined && !series.some(({ values }) => values.some(Boolean))) {
    return (
      <Root aria-labelledby={id}>
        <Text as="div" size="sm" weight="medium" id={id}>
          {label}
        </Text>
        <Empty>
          <Icon name="chart" />
          {emptyText}
        </Empty>
      </Root>
    );
  }
  return (
    <Root aria-labelledby={id}>
      <Head>
        <Text as="div" size="sm" weight="medium" id={id}>
          {label}
        </Text>
        <Button
          variant="quiet"
          size="sm"
          flush="end"
          aria-pressed={isTable}
          onClick={() => {
            setTable(!isTable);
          }}
        >
          {tableLabel}
        </Button>
        {(series.length > 1 || (events && events.points.length > 0)) && (
          <Legend series={series} kind={kind} events={events} />
        )}
      </Head>
      <Values {...{ label, kind, periodLabel, periods, series, events, format, unknownLabel, showsTable }} />
    </Root>
  );
}

interface ValuesProps extends Required<
  Pick<ChartProps, 'label' | 'kind' | 'periodLabel' | 'periods' | 'series' | 'format' | 'unknownLabel'>
> {
  events: ChartEvents | undefined;
  showsTable: boolean;
}

/** Memoized, so that the render that shows the button's press skips it. */
const Values = memo(function Values(props: ValuesProps) {
  const { label, kind, periodLabel, periods, series, events, format, unknownLabel, showsTable } = props;
  const columns = [
    { id: 'period', header: periodLabel, cell: (at: number) => periods[at] },
    ...series.map((one) => ({
      id: one.id,
      header: one.label,
      align: 'end' as const,
      cell: (at: number) => {
        const value = one.values[at];
        return value == null ? unknownLabel : format(value);
      },
    })),
    ...(events && events.points.length > 0
      ? [{ id: 'events', header: events.label, cell: (at: number) => eventsAt(events, at).join(', ') }]
      : []),
  ];
  return (
    <>
      {!showsTable && (
        <Plot
          label={`${label}: ${periodLabel}`}
          kind={kind}
          periods={periods}
          series={series}
          events={events}
          format={format}
          unknown={unknownLabel}
        />
      )}
      <Table
        caption={label}
        captionHidden
        screenReaderOnly={!showsTable}
        columns={columns}
        rows={periods.map((_, at) => at)}
        rowKey={String}
      />
    </>
  );
});

const Root = styled.figure`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space.lg};
`;

const Empty = styled.p`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${token.space.sm};
  padding: ${token.space.xl} ${token.space.lg};
  border: 1px dashed ${token.color.borderStrong};
  border-radius: ${token.radius.md};
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};

  & > svg {
    flex: none;
    color: ${token.color.textSubtle};
  }
`;

const Head = styled.figcaption`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space.sm} ${token.space.lg};

  & > :first-child {
    flex: 1 1 10rem;
  }
  & > button {
    margin-block: calc(-1 * ${token.space.xs});
    margin-inline-start: auto;
  }
  & > ul {
    flex: 1 0 100%;
  }
`;
