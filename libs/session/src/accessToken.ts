/** What shows another service of the app who is signed in, such as the gateway. */
import { supabase } from '@slipway/data';

/** A token that is good now, renewed when it must be; undefined for a visitor. It is for a header, and kept nowhere. */
export async function accessToken(): Promise<string | undefined> {
  const { data } = await supabase().auth.getSession();
  return data.session?.access_token;
}
