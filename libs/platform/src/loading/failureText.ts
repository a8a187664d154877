/** The text that a region of the page shows when it failed. */
import { isAppError } from '@slipway/contracts';
import { t } from '../messages';
import { LoadFailure } from './loadFailure';

const sliceCodes = ['slice_unreachable', 'slice_untrusted', 'slice_incompatible'] as const;

export const failureText = {
  title: (label: string) => t('failed', { label }),
  description(error: unknown): string {
    if (error instanceof LoadFailure && error.phase === 'hang') return t('hung');
    const code = isAppError(error) ? error.code : 'unexpected';
    return t(sliceCodes.find((each) => each === code) ?? 'unexpected');
  },
};
