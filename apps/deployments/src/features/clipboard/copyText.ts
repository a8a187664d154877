/** Copies a text to the clipboard and reports the result as a toast, or a failure in the caller's way. */
import { toast } from '@slipway/design-system';
import { t } from '../../messages';

const showFailure = () => {
  toast.error(t('copyFailed'), { id: 'copied' });
};

export async function copyText(text: string, onFailed = showFailure): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    onFailed();
    return;
  }
  toast.success(t('copied'), { id: 'copied' });
}
