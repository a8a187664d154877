/**
 * Requests that were in flight when the session ended. The server rejects them, as it must, and Chromium logs that: how
 * many there are depends on the speed of the machine.
 */
import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

const endsSession = (request: Request) => new URL(request.url()).pathname === '/auth/v1/logout';

/** The service answers 400 to the refresh token of a session that has ended. */
const rejectionOf = (url: string) =>
  new URL(url).pathname === '/auth/v1/token' ? /status of 40[013]/ : /status of 40[13]/;

/** Returns whether a console message reports such a request, in any page of this context. */
export function watchOvertakenRequests(
  context: Pick<BrowserContext, 'on'>,
): (message: Pick<ConsoleMessage, 'location' | 'text'>) => boolean {
  const pending = new Set<Request>();
  const overtaken = new Set<string>();
  let hasRejected = false;

  context.on('request', (request) => {
    pending.add(request);
    const requests = [...pending];
    if (requests.some(endsSession)) for (const each of requests) overtaken.add(each.url());
  });
  const settle = (request: Request) => pending.delete(request);
  context.on('requestfinished', settle);
  context.on('requestfailed', settle);

  return (message) => {
    const { url } = message.location();
    if (overtaken.has(url) && rejectionOf(url).test(message.text())) {
      hasRejected = true;
      return true;
    }
    // The app logs each failed request too.
    return hasRejected && message.text().startsWith('a request failed AppError: ');
  };
}
