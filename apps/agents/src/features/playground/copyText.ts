/** Copies text, and shows whether it worked. */
import { toast } from '@slipway/design-system';
import { t } from '../../messages';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error(t('copyFailed'), { id: 'copied' });
    return;
  }
  toast.success(t('copied'), { id: 'copied' });
}
