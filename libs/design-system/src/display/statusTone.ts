/** Badge tones of statuses: green success, yellow warning, red danger, blue info, gray neutral. */
import type { BadgeProps } from './Badge';

export type StatusKind = 'deployment' | 'subscription';

type Tone = NonNullable<BadgeProps['tone']>;

const tones: Readonly<Record<StatusKind, ReadonlyMap<string, Tone>>> = {
  deployment: new Map([
    ['active', 'success'],
    ['pending', 'warning'],
    ['deploying', 'warning'],
    ['failed', 'danger'],
    ['stopped', 'neutral'],
  ]),
  subscription: new Map([
    ['active', 'success'],
    ['trialing', 'info'],
    ['past_due', 'warning'],
    ['canceled', 'danger'],
  ]),
};

/** The tone of a status; unknown statuses are neutral. */
export const statusTone = (kind: StatusKind, status: string): Tone => tones[kind].get(status) ?? 'neutral';
