/**
 * Conversations that users share by a link (decision 062). The database has only ciphertext. The keys of the user's own
 * links are in this browser until sign-out, so that a link can be copied again. Source: `public.shared_conversations`,
 * and the functions that share, read and report.
 */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@slipway/contracts';
import { type Database, type Row, supabase, unwrap } from '@slipway/data';
import { userStorageKey } from '@slipway/session';
import { createStoredValue, json } from '@slipway/state';
import { decryptTurns, encryptTurns, isSecret } from './conversationCipher';
import type { KeptTurn } from './conversations';

/** Times are ISO-8601 UTC. `removed_at` is null unless an operator removed the content. */
export type SharedLink = Pick<
  Row<'shared_conversations'>,
  'id' | 'agent_name' | 'created_at' | 'expires_at' | 'removed_at' | 'removal_reason'
>;

/** The choices of the dialog, in days. */
export const validities = [1, 7, 30, 90] as const;

type Stored = Database['public']['Functions']['read_shared_conversation']['Returns'][number];

/** The agent has an id and a picture while it is public; `person` is the user, if they chose to be named. */
type Facts = Pick<Stored, 'agent_name' | 'created_at' | 'expires_at'> &
  Record<'agent_id' | 'category' | 'color' | 'icon' | 'person', string | null>;

/** `turns` is undefined when the key of the link is wrong. */
export type SharedConversation = Facts & { turns: readonly KeptTurn[] | undefined };

const secrets = json((value): Readonly<Record<string, string>> => {
  const known = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    known.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isSecret(entry[1])),
  );
});
const secretsOf = (userId: string) =>
  createStoredValue(() => localStorage, userStorageKey(userId, 'agents.shared-keys'), secrets);

const linkOf = (id: string, secret: string) =>
  `${window.location.origin}/marketplace?conversation=${id}#${secret}`;

/** The link, if this browser made it and the user has not signed out since then. */
export function knownLink(userId: string, id: string): string | undefined {
  const secret = secretsOf(userId).get()[id];
  return secret === undefined ? undefined : linkOf(id, secret);
}

export const sharedQueries = {
  all: () => ['shared-conversations'] as const,

  /** The user's own links that have not expired, newest first, up to 50. @throws `unauthenticated`, `unavailable` */
  own: (userId: string) =>
    queryOptions({
      queryKey: [...sharedQueries.all(), 'own', userId] as const,
      queryFn: ({ signal }): Promise<SharedLink[]> =>
        unwrap(
          supabase()
            .from('shared_conversations')
            .select('id, agent_name, created_at, expires_at, removed_at, removal_reason')
            .eq('user_id', userId)
            .gt('expires_at', new Date().toISOString())
            .order('created_at', { ascending: false })
            .limit(50)
            .abortSignal(signal),
        ),
    }),

  /** Null if no conversation is shared under this id, or no longer. @throws `unavailable`, `unexpected` */
  one: (id: string, secret: string) =>
    queryOptions({
      queryKey: [...sharedQueries.all(), 'one', id, secret] as const,
      queryFn: async ({ signal }): Promise<SharedConversation | null> => {
        if (!/^[\da-f]{32}$/.test(id)) return null;
        const [stored] = await unwrap(supabase().rpc('read_shared_conversation', { id }).abortSignal(signal));
        if (!stored) return null;
        const { ciphertext, ...facts } = stored;
        return { ...facts, turns: await decryptTurns(ciphertext, secret) };
      },
    }),
};

interface Sharing {
  userId: string;
  agentId: string;
  turns: readonly KeptTurn[];
  days: number;
  showsName: boolean;
}

/** Returns the link. @throws `conflict` (50 links), `rate_limited` (20 a day), `not_found`, `unavailable` */
export async function shareConversation({
  userId,
  agentId,
  turns,
  days,
  showsName,
}: Sharing): Promise<string> {
  const { ciphertext, secret } = await encryptTurns(turns);
  const [made] = await unwrap(
    supabase().rpc('share_conversation', { agent: agentId, ciphertext, days, shows_name: showsName }),
  );
  if (!made) throw new AppError('unexpected', 'The backend returned no link');
  const { id } = made;
  const known = secretsOf(userId);
  known.set({ ...known.get(), [id]: secret });
  return linkOf(id, secret);
}

/** @throws `unavailable`, `rate_limited` */
export async function deleteSharedLink(userId: string, id: string): Promise<void> {
  await unwrap(supabase().from('shared_conversations').delete().eq('id', id));
  const known = secretsOf(userId);
  known.set(Object.fromEntries(Object.entries(known.get()).filter(([other]) => other !== id)));
}

export const reportReasons = ['private', 'harmful', 'misleading', 'copyright', 'spam', 'other'] as const;

export type Report = Database['public']['Functions']['report_shared_conversation']['Args'];

/** @throws `not_found`, `rate_limited`, `unavailable` */
export async function reportConversation(report: Report): Promise<void> {
  await unwrap(supabase().rpc('report_shared_conversation', report));
}
