/** `npm run screens`: pictures of every page and state into `docs/screens/`, from the same server as the tests. */
import base from './playwright.config';

export default { ...base, testDir: './screens', reporter: 'line' as const };
