/** Confirms an email address with the code in its email. */
import { type SyntheticEvent, useRef, useState } from 'react';
import { Button, Stack } from '@slipway/design-system';
import { confirmFailure, t } from '../../messages';
import { CodeField, isCode } from '../form/CodeField';
import { useRequest } from '../form/useRequest';

interface ConfirmWithCodeProps {
  /** After a success, the session's event opens the app, or the caller shows the result. @throws as `confirmSignUp` */
  confirm: (code: string) => Promise<void>;
  size?: 'md' | 'lg';
}

export function ConfirmWithCode({ confirm, size = 'lg' }: ConfirmWithCodeProps) {
  const { isBusy, error, setError, run } = useRequest(confirmFailure);
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isCode(code)) await run(() => confirm(code));
    else {
      setError(t('wrongMailCode'));
      field.current?.focus();
    }
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      {/* Disabling moves the focus away. It returns for a wrong code, so that a screen reader reads the error. */}
      <fieldset disabled={isBusy}>
        <Stack gap="md">
          <CodeField
            fieldRef={field}
            error={error}
            onChange={(digits) => {
              setError(undefined);
              setCode(digits);
            }}
          />
          <Button type="submit" variant="primary" size={size} busy={isBusy}>
            {t('confirm')}
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}
