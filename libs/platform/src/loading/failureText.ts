/** The text that a region of the page shows when it failed. */
import type { ErrorCode } from '@slipway/contracts';
import { t } from '../messages';

const sliceCodes = ['slice_unreachable', 'slice_untrusted', 'slice_incompatible'] as const;

export const failureText = {
  title: (label: string) => t('failed', { label }),
  description: (code: ErrorCode) => t(sliceCodes.find((each) => each === code) ?? 'unexpected'),
};
