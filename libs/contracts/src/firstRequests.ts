/** Requests that documents send before the app has started, as parts of a release's description. */
import * as v from 'valibot';
import { idsToken } from './prerendered';

/**
 * A request to the backend, without its key. `path` is relative to the backend's address; a POST calls a function. The
 * token `userToken` stands for the signed-in user's id, and `idsToken` for the ids of the rows that the previous
 * request returns.
 */
const firstRequestSchema = () =>
  v.pipe(
    v.object({
      path: v.pipe(v.string(), v.regex(/^rest\/v1\/[\w/]+(\?\S*)?$/)),
      method: v.picklist(['GET', 'HEAD', 'POST']),
      headers: v.record(v.string(), v.string()),
      body: v.optional(v.string()),
    }),
    v.check(
      ({ method, path }) => method !== 'POST' || path.startsWith('rest/v1/rpc/'),
      'POST calls rpc/ only',
    ),
  );

/** A request that a document sends for the data of its page, before the app has started (decisions 102, 109). */
export type FirstRequest = v.InferOutput<ReturnType<typeof firstRequestSchema>>;

/** By route path or slot name. */
export const firstRequestsSchema = () =>
  v.optional(
    v.record(
      v.string(),
      v.pipe(
        v.array(firstRequestSchema()),
        v.check(([first]) => !first?.path.includes(idsToken), `No request before the first has ${idsToken}`),
      ),
    ),
  );
