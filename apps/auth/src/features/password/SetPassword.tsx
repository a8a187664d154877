/**
 * Sets a new password for the signed-in user, after a recovery link or from the dashboard. A first password needs a code
 * that is mailed.
 */
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { Button, Stack, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { isAppError } from '@slipway/contracts';
import { isCommonPassword, setPassword, signOut, withRecentSignIn } from '@slipway/session';
import { t as shared } from '../../messages';
import { passwordFailure, t } from './messages';
import { newPasswordError } from '../../data/credentials';
import { PasswordField } from '../form/AuthFields';
import { fieldsOf } from '../form/fields';
import { NewPassword } from '../form/NewPassword';
import { useBusy } from '../form/useBusy';
import { useFormError } from '../form/useFormError';

interface SetPasswordProps {
  /** False after a recovery link, and for a user who never had a password. */
  asksCurrent: boolean;
  /** After a recovery link: without a new password, the way out is signing out. */
  isRecovery?: boolean;
  /** A password manager stores the password under this address. */
  email: string;
  onClose: () => void;
}

export function SetPassword({ asksCurrent, isRecovery = false, email, onClose }: SetPasswordProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, focusLater, run } = useBusy();
  const [hasCurrent, setHasCurrent] = useState(asksCurrent);
  const [currentError, setCurrentError] = useState<string>();
  const { markOf, show, reject, clear } = useFormError(form);

  const save = async (password: string, current: string) => {
    try {
      const isSaved = await withRecentSignIn(async () => {
        await setPassword(password, current);
        return true;
      });
      // The user did not sign in again: the dialog stays, with the passwords.
      if (!isSaved) return;
      toast.success(t('passwordSaved'));
      onClose();
    } catch (error) {
      const code = isAppError(error) ? error.code : 'unexpected';
      if (code === 'forbidden') {
        // A user of an identity provider may have set a password since.
        setHasCurrent(true);
        setCurrentError(shared(hasCurrent ? 'currentPasswordWrong' : 'currentPasswordMissing'));
      } else if (isCommonPassword(error)) focusLater(reject('password', shared('commonPassword')));
      else toast.error(passwordFailure(code));
    }
  };

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password, confirm, current } = fieldsOf(event.currentTarget);
    const isMissing = hasCurrent && current === '';
    setCurrentError(isMissing ? shared('currentPasswordMissing') : undefined);
    if (isMissing) {
      form.current?.querySelector<HTMLInputElement>('[name=current]')?.focus();
      return;
    }
    const error = newPasswordError(password, confirm);
    if (error) {
      show(error);
      return;
    }
    await run(() => save(password, current), clear);
  };

  const cancel = isRecovery ? () => void signOut() : onClose;

  return (
    <Dialog
      open
      size="sm"
      title={t('setPasswordTitle')}
      description={t(isRecovery ? 'recoveryText' : 'setPasswordText')}
      {...(isRecovery ? { closeLabel: t('recoveryEnd'), isPersistent: true } : {})}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{isRecovery ? t('recoveryEnd') : shared('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
            {isBusy ? shared('submitting') : t('savePassword')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <fieldset disabled={isBusy}>
          <Stack gap="lg">
            <input hidden readOnly name="username" autoComplete="username" value={email} />
            {hasCurrent && (
              <PasswordField
                name="current"
                label={shared('currentPassword')}
                autoComplete="current-password"
                error={currentError}
              />
            )}
            <NewPassword markOf={markOf} email={email} label={t('newPassword')} />
          </Stack>
        </fieldset>
      </form>
    </Dialog>
  );
}
