/** A server of tools that was typed and not added: saving the form would lose its address and its secret. */
import { toast } from '@slipway/design-system';
import { t } from './messages';

/** Returns whether there is one. It is reported, and has the focus. */
export function reportUnaddedServer(form: HTMLFormElement): boolean {
  const address = form.querySelector<HTMLInputElement>('[name=server]');
  if (!address?.value.trim()) return false;
  toast.error(t('serverNotAdded'), { id: 'tools' });
  address.focus();
  return true;
}
