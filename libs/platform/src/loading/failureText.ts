/** The text that a region of the page shows when it failed. */
import { isAppError } from '@slipway/contracts';
import { t } from '../messages';
import { LoadFailure } from './loadFailure';

const sliceCodes = ['slice_unreachable', 'slice_untrusted', 'slice_incompatible'] as const;

/** `page`: the failed region is the whole page. `part`: the page around it works. */
export type Region = 'page' | 'part';

function reasonOf(error: unknown, region: Region): string {
  if (error instanceof LoadFailure && error.phase === 'hang') return t('hung');
  const code = isAppError(error) ? error.code : 'unexpected';
  return t(
    sliceCodes.find((each) => each === code) ?? (region === 'page' ? 'unexpected' : 'unexpectedInPart'),
  );
}

export const failureText = {
  title: (label: string) => (label === t('thisPage') ? t('pageFailed') : t('failed', { label })),
  description: (error: unknown, region: Region) =>
    region === 'page' ? reasonOf(error, region) : `${reasonOf(error, region)} ${t('restWorks')}`,
};
