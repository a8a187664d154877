/** Token budgets of previews, per UTC day. The database counts them, so that all gateways share them. */
import { readInteger } from '@slipway/server';
import { ApiProblem } from './apiProblem';
import { suspendedProblem } from './callOutcomes';
import type { Instructions, ChatMessage } from './models/model';
import type { GatewayStore } from './store';
import { type CallTokens, estimateInput } from './tokens';

/** Model tokens per UTC day, input and output together. */
export interface PreviewBudgets {
  /** The budget of all callers together. */
  day: number;
  /** The budget of all callers at one address. */
  address: number;
  /** The budget of one signed-in user. */
  user: number;
  /** The budget of the visitors at one address. */
  visitor: number;
}

export const defaultPreviewBudgets: PreviewBudgets = {
  day: 5_000_000,
  address: 500_000,
  user: 200_000,
  visitor: 30_000,
};

const variables = {
  day: 'PREVIEW_TOKENS_PER_DAY',
  address: 'PREVIEW_TOKENS_PER_ADDRESS',
  user: 'PREVIEW_TOKENS_PER_USER',
  visitor: 'PREVIEW_TOKENS_PER_VISITOR',
} as const;

/** Reads `PREVIEW_TOKENS_PER_*`. @throws `invalid_input` */
export function previewBudgetsFromEnvironment(env: NodeJS.ProcessEnv): PreviewBudgets {
  const budget = (name: keyof PreviewBudgets): number =>
    readInteger(env, variables[name]) ?? defaultPreviewBudgets[name];
  return {
    day: budget('day'),
    address: budget('address'),
    user: budget('user'),
    visitor: budget('visitor'),
  };
}

const exhausted = {
  day: 'The previews of today are used up',
  address: 'The previews of your address are used up for today',
  own: 'Your previews are used up for today',
} as const;

function secondsToMidnight(): number {
  const now = new Date();
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime()) / 1000;
}

/** Rounds of a preview with tools that are reserved. More, or long results, are settled afterwards. */
const ROUNDS_RESERVED = 3;

export interface Reservation {
  /** Replaces the reserved tokens by the used ones. */
  settle(tokens: CallTokens): Promise<void>;
}

/** Reserves the most tokens that a preview can use. @throws `ApiProblem` 403, 429, 503 */
export async function reservePreview(
  preview: {
    /** Null for a visitor. */
    user: string | null;
    address: string;
    agent: string | null;
    instructions: Instructions;
    messages: readonly ChatMessage[];
    /** The model may need several rounds. */
    hasTools?: boolean;
  },
  { store, previewBudgets }: { store: GatewayStore; previewBudgets: PreviewBudgets },
): Promise<Reservation> {
  const { user, address, agent, instructions, messages, hasTools = false } = preview;
  const input = estimateInput([instructions.prompt, ...messages.map(({ content }) => content)]);
  const tokens = (input + instructions.maxTokens) * (hasTools ? ROUNDS_RESERVED : 1);
  const reservation = await store.reservePreview({
    ...{ person: user, address, agent, tokens },
    day_budget: previewBudgets.day,
    address_budget: previewBudgets.address,
    own_budget: user === null ? previewBudgets.visitor : previewBudgets.user,
  });
  switch (reservation.outcome) {
    case 'reserved': {
      const { day } = reservation;
      return {
        settle: (used) =>
          store.settlePreview({ person: user, address, day, tokens: used.input + used.output - tokens }),
      };
    }
    case 'agent_suspended':
    case 'deployment_suspended':
    case 'person_suspended':
      throw suspendedProblem(reservation);
    default:
      throw new ApiProblem(429, `${exhausted[reservation.outcome]}. Try again after 00:00 UTC`, {
        retryAfter: secondsToMidnight(),
      });
  }
}
