/** Copies a text to the clipboard and reports the result as a toast, or a failure in the caller's way. */
import { toast } from '@slipway/design-system';
import { t } from '../../messages';

const showFailure = () => {
  toast.error(t('copyFailed'), { id: 'copied' });
};

/** Returns whether the text was copied. `message` is the toast after a success. */
export async function copyText(
  text: string,
  onFailed = showFailure,
  message = t('copied'),
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    onFailed();
    return false;
  }
  toast.success(message, { id: 'copied' });
  return true;
}
