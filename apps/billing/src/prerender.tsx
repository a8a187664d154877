/** Names the first requests of `/billing`, which starts with the app. The build runs it in Node (decision 109). */
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../slice.manifest';
import { startQueries } from './data/firstData';

void printPages(manifest, {}, { '/billing': { requests: startQueries } });
