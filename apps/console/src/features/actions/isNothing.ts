import type { Preview } from '@slipway/cli/console';

export const isNothing = ({ changes, settings, others }: Preview) =>
  changes.length + settings.length + others.length === 0;
