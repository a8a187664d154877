import { t } from '../features/details/messages';

/** `120 ms`; null when nothing was measured. */
export const latencyText = (ms: number | null): string =>
  ms === null ? t('none') : t('milliseconds', { ms });
