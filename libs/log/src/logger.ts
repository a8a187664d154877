/** The only module in the browser that may write to the console. Every line is redacted first. */
import { redact } from './redact';

/** A failure by its name, its code if any, and its message; other values as JSON. */
function describe(detail: unknown): string {
  if (detail instanceof Error) {
    const code = 'code' in detail && typeof detail.code === 'string' ? `${detail.code}: ` : '';
    return `${detail.name}: ${code}${detail.message}`;
  }
  if (typeof detail === 'string') return detail;
  return JSON.stringify(detail) ?? String(detail);
}

const line = (message: string, details: readonly unknown[]) =>
  redact([message, ...details.map(describe)].join(' '));

/** `error` is for failures that need a fix; `warn` is for expected ones. There is no lower level, in any build. */
export const log = {
  error: (message: string, ...details: unknown[]): void => {
    console.error(line(message, details));
  },
  warn: (message: string, ...details: unknown[]): void => {
    console.warn(line(message, details));
  },
};
