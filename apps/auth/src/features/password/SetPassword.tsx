/** Sets a new password for the signed-in user, after a recovery link or from the dashboard. */
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { Button, Stack, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { isAppError } from '@slipway/contracts';
import { setPassword } from '@slipway/session';
import { passwordFailure, t } from '../../messages';
import { newPasswordError } from '../../data/credentials';
import { fieldsOf } from '../form/fields';
import { NewPassword } from '../form/NewPassword';
import { useRestoreFocus } from '../form/useRestoreFocus';
import { useFormError } from '../form/useFormError';

interface SetPasswordProps {
  /** A password manager stores the password under this address. */
  email: string;
  onClose: () => void;
}

export function SetPassword({ email, onClose }: SetPasswordProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { markOf, show, clear } = useFormError(form);
  const keepFocus = useRestoreFocus(isBusy);

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const { password, confirm } = fieldsOf(event.currentTarget);
    const error = newPasswordError(password, confirm);
    if (error) {
      show(error);
      return;
    }
    clear();
    keepFocus();
    setIsBusy(true);
    try {
      await setPassword(password);
      toast.success(t('passwordSaved'));
      onClose();
    } catch (error) {
      toast.error(passwordFailure(isAppError(error) ? error.code : 'unexpected'));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      open
      size="sm"
      title={t('setPasswordTitle')}
      description={t('setPasswordText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
            {isBusy ? t('submitting') : t('savePassword')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <fieldset disabled={isBusy}>
          <Stack gap="lg">
            <input hidden readOnly name="username" autoComplete="username" value={email} />
            <NewPassword markOf={markOf} email={email} label={t('newPassword')} />
          </Stack>
        </fieldset>
      </form>
    </Dialog>
  );
}
