/**
 * Security events for the server's record. Whose event it was, from which address and which browser, the server sets
 * itself: what is sent of these is what the specification asks for, and is not believed.
 * Source: `public.security_audit_log`, which takes inserts and gives nothing back.
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

/** Sends an event. It has no answer: a record that fails is nobody's trouble but ours. */
export function recordAudit(eventType: string, details: Record<string, string> = {}): void {
  insert(eventType, details).catch((error: unknown) => {
    log.warn(`the event ${eventType} was not recorded`, error);
  });
}
