/** The server's response to a request that a test intercepts. */
import type { APIResponse, Route } from '@playwright/test';

/** The server may close a connection at the moment in which Playwright uses it again: Playwright then sends it once more. */
export const serverResponse = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 2 });
