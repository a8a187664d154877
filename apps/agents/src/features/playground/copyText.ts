/** Copies a text to the clipboard and reports the result as a toast. */
import { toast } from '@slipway/design-system';
import { t } from './messages';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error(t('copyFailed'), { id: 'copied' });
    return;
  }
  toast.success(t('copied'), { id: 'copied' });
}
