/**
 * The profile of the signed-in user: the name, the details that pages of creators show, and which notifications are mailed.
 * Source: the functions `own_profile` and `save_profile`.
 */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@slipway/contracts';
import { type Row, saveStored, type Stored, supabase, unwrap } from '@slipway/data';

/** Which notifications are also mailed. */
export type MailPreferences = Pick<Row<'notification_preferences'>, 'mails_reviews' | 'mails_failures'>;

export interface ProfileDraft extends MailPreferences {
  /** Empty when the user gave none. */
  name: string;
  about: string;
  /** HTTPS addresses, one per line. */
  links: string;
  /** One of `pictureColors`; null: the name decides. */
  color: string | null;
}

export interface Profile extends Stored<ProfileDraft> {
  /** The uploaded picture, for `pictureUrl`; saved when it is chosen. */
  picture: string | null;
}

export const MAX_NAME = 120;
export const MAX_ABOUT = 1000;
export const MAX_LINKS = 5;
const MAX_LINK = 300;

async function readProfile(): Promise<Profile> {
  const [row] = await unwrap(supabase().rpc('own_profile'));
  if (!row) throw new AppError('not_found', 'Profile not found');
  // Columns that are null in the database; the generated types of functions omit that.
  const { full_name, color, picture } = row as Partial<typeof row>;
  const { about, links, mails_reviews, mails_failures, etag } = row;
  return {
    draft: {
      ...{ name: full_name ?? '', about, links: links.join('\n'), color: color ?? null },
      ...{ mails_reviews, mails_failures },
    },
    ...{ etag, picture: picture ?? null },
  };
}

export const profileQueries = {
  /** @throws `unauthenticated`, `not_found`, `unavailable` */
  own: (userId: string) => queryOptions({ queryKey: ['profile', userId] as const, queryFn: readProfile }),

  /** Read once for each form, which follows only its own saves. @throws as `own` */
  form: (userId: string) =>
    queryOptions({
      queryKey: ['profile', userId, 'form'] as const,
      queryFn: readProfile,
      staleTime: 'static',
      gcTime: 0,
    }),
};

interface Save {
  draft: ProfileDraft;
  etag: string;
}

/** As `saveStored`. @throws `invalid_input`, `forbidden`, `unavailable` */
export const saveProfile = ({ draft: { name, links, color, ...same }, etag }: Save) =>
  saveStored(
    etag,
    () =>
      unwrap(
        supabase().rpc('save_profile', {
          ...{ ...same, etag, full_name: name.trim(), links: linksIn(links) },
          // The generated types have no null for arguments.
          color: color as string,
        }),
      ),
    readProfile,
  );

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
