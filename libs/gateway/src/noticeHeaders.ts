/** The headers of every response about a withdrawn agent, before and after the end of its notice period. */
import type { KeyGrant } from './store';

/** RFC 9745: since when the agent is withdrawn, in seconds. RFC 8594: when its calls end. */
export const noticeHeaders = ({
  withdrawn_at,
  calls_end_at,
}: Pick<KeyGrant, 'withdrawn_at' | 'calls_end_at'>): Record<string, string> => ({
  ...(withdrawn_at === null
    ? {}
    : { deprecation: `@${String(Math.floor(Date.parse(withdrawn_at) / 1000))}` }),
  ...(calls_end_at === null ? {} : { sunset: new Date(calls_end_at).toUTCString() }),
});
