/** What a person reads when a region of the page could not be shown. */
import type { ErrorCode } from '@slipway/contracts';

const byCode: Partial<Record<ErrorCode, string>> = {
  slice_unreachable:
    'Its files could not be fetched. Check your connection, then try again. The rest of the page works.',
  slice_untrusted:
    'Its files are not the ones that were released, so they were not run. The rest of the page works.',
  slice_incompatible:
    'This release of it does not fit the rest of the app. The team has been told. The rest of the page works.',
};

export const failureText = {
  title: (label: string) => `${label} could not be loaded`,
  description: (code: ErrorCode) =>
    byCode[code] ?? 'Something went wrong in this part of the page. The rest of it works.',
};
