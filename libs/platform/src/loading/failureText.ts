/** What a person reads when a region of the page could not be shown. */
import type { ErrorCode } from '@slipway/contracts';
import { t } from '../messages';

const ofSlices = ['slice_unreachable', 'slice_untrusted', 'slice_incompatible'] as const;

export const failureText = {
  title: (label: string) => t('failed', { label }),
  description: (code: ErrorCode) => t(ofSlices.find((each) => each === code) ?? 'unexpected'),
};
