/** Figures that may be unknown, as the page shows them. */
import { duration, percent } from '../data/format';
import { text } from '../messages';

export const shownShare = (share: number | null | undefined) =>
  share == null ? text.unknown : percent(share);

export const shownTime = (ms: number | null | undefined) => (ms == null ? text.unknown : duration(ms));
