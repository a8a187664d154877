/**
 * The profile of the signed-in user: the name, and the details that pages of creators show.
 * Source: `public.profiles` (only the name) and `public.profile_details`, both limited to the user's own row here;
 * `save_profile` changes both.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

export interface Profile {
  /** Empty when the user gave none. */
  name: string;
  about: string;
  /** HTTPS addresses. */
  links: readonly string[];
  /** One of `pictureColors`; null: the name decides. */
  color: string | null;
  /** The uploaded picture, for `pictureUrl`; saved separately. */
  picture: string | null;
}

export const MAX_NAME = 120;
export const MAX_ABOUT = 1000;
export const MAX_LINKS = 5;
const MAX_LINK = 300;

export const profileQueries = {
  all: () => ['profile'] as const,

  /** @throws `unauthenticated`, `unavailable` */
  own: (userId: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(), userId] as const,
      queryFn: async ({ signal }): Promise<Profile> => {
        const profile = supabase()
          .from('profiles')
          .select('full_name')
          .eq('id', userId)
          .abortSignal(signal)
          .maybeSingle();
        const own = supabase()
          .from('profile_details')
          .select('about, links, color, picture')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle();
        const [row, details] = await Promise.all([unwrap(profile), unwrap(own)]);
        return {
          name: row?.full_name ?? '',
          ...{ about: '', links: [], color: null, picture: null },
          ...details,
        };
      },
    }),
};

/** @throws `invalid_input`, `forbidden`, `unavailable` */
export async function saveProfile({ name, about, links, color }: Omit<Profile, 'picture'>): Promise<void> {
  await unwrap(
    supabase().rpc('save_profile', {
      full_name: name,
      about,
      links: [...links],
      // The generated types have no null for arguments.
      color: color as string,
    }),
  );
}

/** The lines of the field that are no HTTPS address, or too many. */
export function linkProblem(lines: readonly string[]): 'links-invalid' | 'links-many' | undefined {
  if (lines.length > MAX_LINKS) return 'links-many';
  const isLink = (line: string) =>
    /^https:\/\/\S+$/.test(line) && line.length <= MAX_LINK && URL.canParse(line);
  return lines.every(isLink) ? undefined : 'links-invalid';
}

/** `example.com:8080`, whose part before the colon could be a scheme. */
const hostWithPort = /^[\w-]+(?:\.[\w-]+)+:\d+(?:[/?#]|$)/;

/** One address per line; `https://` may be left out. */
export const linksIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (/^[a-z][a-z+.-]*:/i.test(line) && !hostWithPort.test(line) ? line : `https://${line}`));
