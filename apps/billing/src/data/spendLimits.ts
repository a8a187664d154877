/**
 * Spend limits: the most that calls may cost in a calendar month (UTC), of the account, a deployment or an API key.
 * Source: the functions `list_spend_limits`, `set_spend_limit` and `remove_spend_limit`.
 */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';

type Row = Database['public']['Functions']['list_spend_limits']['Returns'][number];

/** `amount` and `spent` are US dollars; `amount` is null without a limit, and `name` for the account. */
export type SpendLimit = Omit<Row, 'amount' | 'alerted' | 'name' | 'scope'> & {
  scope: 'account' | 'deployment' | 'key';
  amount: number | null;
  name: string | null;
  /** The highest alert that was sent to the owner. 100 is sent before all is spent: when the next call does not fit. */
  alerted: number | null;
};

export const spendLimitQueries = {
  all: () => ['spend-limits'] as const,

  /**
   * With a deployment: it and its working keys. Without one: the account and everything that is limited.
   * @throws `unavailable`, `unexpected`
   */
  of: (deployment?: string) =>
    queryOptions({
      queryKey: [...spendLimitQueries.all(), deployment ?? 'account'] as const,
      queryFn: async ({ signal }): Promise<SpendLimit[]> =>
        unwrap(
          supabase()
            .rpc('list_spend_limits', deployment === undefined ? {} : { deployment })
            .abortSignal(signal),
        ) as Promise<SpendLimit[]>,
    }),
};

/** Called when the change ends, also after the user has left the form. */
interface SetLimitHandlers {
  onSuccess?: (result: unknown, amount: number | null) => void;
  onError?: () => void;
}

/** Sets a limit, or removes it with null. @throws `invalid_input`, `not_found`, `unavailable` */
export function useSetSpendLimit(
  { scope, subject }: Pick<SpendLimit, 'scope' | 'subject'>,
  handlers: SetLimitHandlers = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...handlers,
    mutationFn: async (amount: number | null) => {
      await unwrap(
        amount === null
          ? supabase().rpc('remove_spend_limit', { scope, subject })
          : supabase().rpc('set_spend_limit', { scope, subject, amount }),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: spendLimitQueries.all() }),
  });
}

/** Shares at which an alert is sent, in percent. */
const ALERTS = [100, 80, 50] as const;

/** The highest alert that a limit reached; undefined below 50 %. A limit of 0 is always reached. */
export const alertOf = ({
  amount,
  spent,
  alerted,
}: Pick<SpendLimit, 'amount' | 'spent' | 'alerted'>): number | undefined =>
  amount === null
    ? undefined
    : ALERTS.find(
        (percent) =>
          (alerted ?? 0) >= percent || Math.round(spent * 1e6) >= Math.round(amount * 1e4) * percent,
      );

/** How much of a limit is spent, in whole percent, rounded down: 100 only when all is. */
export const percentOf = (spent: number, amount: number): number =>
  Math.floor(Math.round(spent * 1e6) / Math.round(amount * 1e4));

/** US dollars of what a user typed, such as `12.50`; undefined when it is no amount in whole cents up to a million. */
export function parseAmount(text: string): number | undefined {
  const typed = text.trim().replace(/^\$/, '');
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(typed)) return undefined;
  const amount = Number(typed);
  return amount <= 1_000_000 ? amount : undefined;
}
