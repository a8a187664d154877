/**
 * Asks for a new email address and the current password; without a password, for a code that is mailed to the current
 * address. The address changes when its owner opens the mailed link.
 */
import { type SyntheticEvent, useId, useState } from 'react';
import { useSentInput, useUnsentInput } from '@slipway/data';
import { Button, Stack } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { AppError } from '@slipway/contracts';
import { changeEmail, withRecentSignIn } from '@slipway/session';
import { t as shared } from '../../messages';
import { changeEmailFailure, t } from './messages';
import { emailError, normalizeEmail } from '../../data/credentials';
import { newEmailOf } from '../../data/newEmail';
import { EmailField, PasswordField } from '../form/AuthFields';
import { fieldsOf } from '../form/fields';
import { useRequest } from '../form/useRequest';
import { EmailSent } from './EmailSent';

interface ChangeEmailProps {
  userId: string;
  /** The current address. */
  email: string;
  hasPassword: boolean;
  onClose: () => void;
}

/** The input of this form, without the password. */
const OWNER = 'change-email';

export function ChangeEmail({ userId, email, hasPassword, onClose }: ChangeEmailProps) {
  const formId = useId();
  const [hasCurrent, setHasCurrent] = useState(hasPassword);
  const { isBusy, error, setError, run } = useRequest((code) => {
    // A user of an identity provider may have set a password since.
    if (code === 'forbidden') setHasCurrent(true);
    return code === 'forbidden' && !hasCurrent ? shared('currentPasswordMissing') : changeEmailFailure(code);
  });
  const [invalid, setInvalid] = useState<string>();
  /** `again` sends another email; it keeps the password until the dialog closes. */
  const [sent, setSent] = useState<{ address: string; again: () => Promise<void> }>();
  const { input } = useSentInput<{ typed: string }>(OWNER);
  const [typed, setTyped] = useState(input?.typed ?? '');
  useUnsentInput(OWNER, sent === undefined && typed !== '' ? { typed } : undefined);

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const focus = (field: 'email' | 'current') => {
      form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    };
    const fields = fieldsOf(form);
    const address = normalizeEmail(fields.email);
    const isSame = address === normalizeEmail(email);
    const rejected = emailError(address);
    setInvalid(rejected ? shared(rejected.code) : isSame ? t('sameEmail') : undefined);
    setError(undefined);
    if (rejected || isSame) {
      focus('email');
      return;
    }
    if (hasCurrent && fields.current === '') {
      setError(shared('currentPasswordMissing'));
      focus('current');
      return;
    }
    /** Resolves with false if the user does not sign in again. */
    const send = async () =>
      (await withRecentSignIn(async () => {
        await changeEmail(address, fields.current);
        return true;
      })) ?? false;
    let isSent = false;
    await run(async () => {
      isSent = await send();
    });
    if (!isSent) return;
    newEmailOf(userId).set(address);
    setSent({
      address,
      again: async () => {
        if (!(await send())) throw new AppError('unauthenticated', 'The user did not sign in again');
      },
    });
  };

  if (sent) {
    return (
      <EmailSent
        email={email}
        newEmail={sent.address}
        onResend={sent.again}
        onChangeAddress={() => {
          setTyped(sent.address);
          setSent(undefined);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('changeEmailTitle')}
      description={t('changeEmailText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
            {isBusy ? shared('submitting') : shared('sendLink')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <fieldset disabled={isBusy}>
          <Stack gap="lg">
            <EmailField
              label={t('newEmail')}
              defaultValue={typed}
              onChange={setTyped}
              error={hasCurrent ? invalid : (invalid ?? error)}
            />
            {hasCurrent && (
              <PasswordField
                name="current"
                label={shared('currentPassword')}
                autoComplete="current-password"
                error={error}
              />
            )}
          </Stack>
        </fieldset>
      </form>
    </Dialog>
  );
}
