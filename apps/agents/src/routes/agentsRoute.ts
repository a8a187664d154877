/** The page and its first requests, in one chunk. The module of the page has only its component, so Fast Refresh can replace it. */
export { startData } from '../data/firstData';
export { default } from './AgentsPage';
