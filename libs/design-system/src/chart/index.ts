/** Charts of values over time, in an entry that pages with a chart load. */
export { Chart, type ChartProps } from './Chart';
export type { ChartEvents, ChartKind, ChartSeries } from './geometry';
