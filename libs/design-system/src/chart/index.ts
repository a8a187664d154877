/** Numbers over time, drawn. Loaded when a page with a chart is opened. */
export { Chart, type ChartProps } from './Chart';
export type { ChartKind, ChartSeries } from './geometry';
