/** Reads how long another server asks to wait. */

/** Seconds: longer waits are an outage, and the caller may try again sooner. */
const LONGEST = 3_600;

/** Seconds of the header Retry-After, a number or an HTTP date, rounded up; undefined without a valid one. */
export function retryAfterOf(headers: Headers | undefined, now = Date.now()): number | undefined {
  const text = headers?.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), LONGEST) : undefined;
}
