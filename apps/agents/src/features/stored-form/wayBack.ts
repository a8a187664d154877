/** The way back to a form in the toast about its failure. */
import type { toast } from '@slipway/design-system';
import type { useNavigate } from '@slipway/platform';
import { t } from '../../messages';

export type ToastOptions = NonNullable<Parameters<typeof toast.error>[1]>;

export const wayBack = (navigate: ReturnType<typeof useNavigate>, address: string): ToastOptions => ({
  action: { label: t('backToForm'), onPress: () => void navigate(address) },
});
