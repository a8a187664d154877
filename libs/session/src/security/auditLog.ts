/**
 * Sends security events to the server's audit log. The server sets the user, IP address and user agent itself; the
 * values sent here are required by the specification and ignored.
 * Source: `public.security_audit_log`, which accepts inserts only.
 */
import { supabase, unwrap } from '@slipway/data';
import { log } from '@slipway/log';

async function insert(event_type: string, details: Record<string, string>): Promise<void> {
  const client = supabase();
  const { data } = await client.auth.getSession();
  await unwrap(
    client.from('security_audit_log').insert({
      event_type,
      user_id: data.session?.user.id ?? null,
      details,
      ip_address: null,
      user_agent: navigator.userAgent,
    }),
  );
}

/** Sends an event without waiting for the response. An error is logged and otherwise ignored. */
export function recordAudit(eventType: string, details: Record<string, string> = {}): void {
  insert(eventType, details).catch((error: unknown) => {
    log.warn(`the event ${eventType} was not recorded`, error);
  });
}
