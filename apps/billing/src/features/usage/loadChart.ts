/** Loads the chart of usage, which is as large as the rest of the page. */
export const loadChart = async () => ({ default: (await import('../../components/UsageChart')).UsageChart });
