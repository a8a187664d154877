/** `npm run screens -w @slipway/workshop`: pictures of every page of the workshop, to be looked at. */
import base from './playwright.config';

export default { ...base, testDir: './screens', reporter: 'line' as const };
