/** Marks the content below as a sample, with a button that retries the marketplace. */
import { Button, Notice } from '@slipway/design-system';
import { t } from '../features/search/messages';

interface SampleNoticeProps {
  of: 'samples' | 'sample';
  isFetching: boolean;
  onRetry: () => void;
}

export const SampleNotice = ({ of, isFetching, onRetry }: SampleNoticeProps) => (
  <Notice
    tone="warning"
    action={
      <Button size="sm" busy={isFetching} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    }
  >
    {t(of)}
  </Notice>
);
