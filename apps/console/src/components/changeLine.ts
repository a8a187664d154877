/** A change of a release or of a canary in one line. */
import type { Change } from '@slipway/cli/console';
import { short } from '../data/format';
import { text } from '../messages';

const canaryText = (canary: { version: string; percent: number } | null) =>
  canary ? `${short(canary.version)} ${String(canary.percent)}%` : text.none;

/** `billing 1a2b3c4d → 5e6f7a8b`, as the commands print it. */
export const changeLine = (change: Change): string =>
  change.kind === 'canary'
    ? `${change.app} canary ${canaryText(change.from)} → ${canaryText(change.to)}`
    : `${change.app} ${change.from === null ? text.none : short(change.from)} → ${change.to === null ? text.none : short(change.to)}`;
