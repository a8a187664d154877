/**
 * Agents that the user has installed. A visitor's installs stay in local storage and are uploaded after sign-in.
 * Source: `public.agent_installs` under "users read their own installs".
 */
import { queryOptions } from '@tanstack/react-query';
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { supabase, unwrap } from '@slipway/data';
import { createStoredValue, json } from '@slipway/state';

const STORAGE_KEY = 'slipway-installs';
const MAX_STORED = 100;

/** Agent ids, oldest first. */
const stored = createStoredValue<readonly string[]>(() => localStorage, STORAGE_KEY, {
  read: json((value) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])).read,
  write: (ids) => (ids.length === 0 ? null : JSON.stringify(ids.slice(-MAX_STORED))),
});

const recordInstall = (agentId: string) =>
  unwrap(
    supabase()
      .from('agent_installs')
      .upsert({ agent_id: agentId }, { onConflict: 'agent_id,user_id', ignoreDuplicates: true }),
  );

/** Errors that a retry cannot fix: the agent was deleted or hidden, or the stored text is not an id. */
const lastingErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['conflict', 'forbidden', 'invalid_input']);

const storedInstalls = (): ReadonlySet<string> => new Set(stored.get());

export const installQueries = {
  /**
   * Installed agent ids; `userId` is null for a visitor. Uploads stored installs first.
   * @throws `unauthenticated`, `rate_limited`, `unavailable`, `unexpected`
   */
  mine: (userId: string | null) =>
    queryOptions({
      queryKey: ['installs', userId] as const,
      // A visitor's installs are known without a request. A later result would render all cards again.
      initialData: () => (userId === null ? storedInstalls() : undefined),
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        if (userId === null) return storedInstalls();
        for (const id of stored.get()) {
          await recordInstall(id).catch((error: unknown) => {
            // Drop those. Keep the rest for the next attempt.
            if (!isAppError(error) || !lastingErrors.has(error.code)) throw error;
          });
          stored.set(stored.get().filter((each) => each !== id));
        }
        const rows = await unwrap(
          supabase().from('agent_installs').select('agent_id').eq('user_id', userId).abortSignal(signal),
        );
        return new Set(rows.map(({ agent_id }) => agent_id));
      },
    }),
};

export interface InstallChange {
  agentId: string;
  userId: string | null;
  installed: boolean;
}

/** Installing twice has no further effect. @throws `forbidden`, `unavailable`, `unexpected` */
export async function changeInstall({ agentId, userId, installed }: InstallChange): Promise<void> {
  if (userId === null) {
    const others = stored.get().filter((id) => id !== agentId);
    stored.set(installed ? [...others, agentId] : others);
  } else if (installed) {
    await recordInstall(agentId);
  } else {
    await unwrap(supabase().from('agent_installs').delete().eq('agent_id', agentId).eq('user_id', userId));
  }
}

/** An agent as the install buttons know it. */
export interface Installable {
  id: string;
  name: string;
}

/** Install state and actions, as the buttons use them. */
export interface Installer {
  /** False until the installs have loaded. Install waits for them. */
  isReady: boolean;
  isInstalled: (id: string) => boolean;
  /** A change for this agent is in flight. */
  isChanging: (id: string) => boolean;
  install: (agent: Installable) => void;
  uninstall: (agent: Installable) => void;
}
