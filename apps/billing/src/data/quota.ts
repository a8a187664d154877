/** How much of a quota is used, and when to warn about it. */
import type { Plan } from './plans';

/** 1 GB, in megabytes, the unit in which storage is counted. */
export const STORAGE_QUOTA_MB = 1_000;

/** From this share of a quota on, its bar warns. */
const WARNING_SHARE = 0.8;

export type QuotaTone = 'accent' | 'warning' | 'danger';

export const quotaTone = (used: number, quota: number): QuotaTone => {
  if (used >= quota) return 'danger';
  return used >= quota * WARNING_SHARE ? 'warning' : 'accent';
};

/** Whether the next call is rejected. A plan without a message limit never runs out. */
export const isUsedUp = (messages: number, plan: Pick<Plan, 'messages'>): boolean =>
  plan.messages !== null && messages >= plan.messages;
