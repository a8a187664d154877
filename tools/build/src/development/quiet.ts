/** Silences the hot update code, which logs on every page that it waits. Must be imported before it. */
import { setLogLevel } from '@rspack/core/hot/log';

setLogLevel('warning');
