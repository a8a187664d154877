/** The credentials for other services of the app, such as the gateway. */
import { supabase } from '@slipway/data';

/** A valid access token, refreshed if needed, or undefined for a visitor. For a request header; do not store it. */
export async function accessToken(): Promise<string | undefined> {
  const { data } = await supabase().auth.getSession();
  return data.session?.access_token;
}
