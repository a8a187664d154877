/** Confirms a new account with the code in its email. The session's event then opens the app. */
import { type SyntheticEvent, useState } from 'react';
import { Button, Stack, TextInput } from '@slipway/design-system';
import { confirmSignUp } from '@slipway/session';
import { confirmFailure, t } from '../../messages';
import { useRequest } from '../form/useRequest';

export function ConfirmWithCode({ email }: { email: string }) {
  const { isBusy, error, setError, run } = useRequest(confirmFailure);
  const [code, setCode] = useState('');

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const digits = code.replaceAll(/\s/g, '');
    if (/^\d{6}$/.test(digits)) await run(() => confirmSignUp(email, digits));
    else setError(t('wrongMailCode'));
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Stack gap="md">
        <TextInput
          label={t('code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          {...(error === undefined ? {} : { error })}
          onChange={({ target }) => {
            setError(undefined);
            setCode(target.value);
          }}
        />
        <Button type="submit" variant="primary" size="lg" busy={isBusy}>
          {t('confirm')}
        </Button>
      </Stack>
    </form>
  );
}
