/** `npm run screens -w @slipway/workshop`: screenshots of every page of the workshop. */
import base from './playwright.config';

export default { ...base, testDir: './screens', reporter: 'line' as const };
