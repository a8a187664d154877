/** The browser's logger. It redacts secrets and email addresses. All projects may import it; it imports none. */
export { log } from './logger';
