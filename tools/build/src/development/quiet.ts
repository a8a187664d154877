/** Before the hot update's own code, which would say on every page that it waits. */
import { setLogLevel } from '@rspack/core/hot/log';

setLogLevel('warning');
