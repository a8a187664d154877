/** The browser's logger. It redacts secrets and addresses. Everything may import it; it imports nothing. */
export { log } from './logger';
