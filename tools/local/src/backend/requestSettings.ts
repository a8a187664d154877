/**
 * What a statement may know of the request it runs for, as settings of its transaction: `request.headers` holds the
 * address the socket saw and the browser's name, in place of what the client says of itself (`@supabase/lite` sets
 * it for functions alone, and to the client's own headers); `slipway.key` encrypts the keys of deployments.
 */
import { sql } from 'kysely';
import type { Database } from './database';
import { currentRequest } from './request';

type Executor = Parameters<ReturnType<typeof sql>['execute']>[0];

const headersOf = () => {
  const request = currentRequest();
  return JSON.stringify({
    ...(request?.address ? { 'x-forwarded-for': request.address } : {}),
    ...(request?.userAgent ? { 'user-agent': request.userAgent } : {}),
  });
};

/** `slipwayKey` never leaves the transaction: no role can read another session's settings. */
export function giveRequestSettings({ connection }: Database, slipwayKey: string): void {
  const settings = async (executor: Executor) =>
    void (await sql`
      select set_config('request.headers', ${headersOf()}, true), set_config('slipway.key', ${slipwayKey}, true)
    `.execute(executor));

  for (const step of ['applyJwtSessionContext', 'applyRpcRequestGucs'] as const) {
    const original = (connection[step] as (executor: Executor, ...rest: unknown[]) => Promise<void>).bind(
      connection,
    );
    Object.assign(connection, {
      [step]: async (executor: Executor, ...rest: unknown[]) => {
        await original(executor, ...rest);
        await settings(executor);
      },
    });
  }
}
