/** `/signup`: create an account, then confirm the address with a link sent by email. */
import { useState } from 'react';
import { Card, Link, Page, Stack, Text, toast } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { isCommonPassword, signUp } from '@slipway/session';
import { t as shared } from '../messages';
import { signUpFailure, t, waitAdvice } from '../features/sign-up/messages';
import { normalizeEmail, signUpError } from '../data/credentials';
import { readPendingSignUp, storePendingSignUp, useForgetPendingSignUp } from '../data/pendingSignUp';
import { secondsToWait } from '../data/secondsToWait';
import { EmailField } from '../features/form/AuthFields';
import { AuthForm, type Rejection } from '../features/form/AuthForm';
import type { Fields } from '../features/form/fields';
import { NewPassword } from '../features/form/NewPassword';
import { AlreadySignedIn } from '../features/arrival/AlreadySignedIn';
import { useArrivedSignedIn } from '../features/arrival/useArrivedSignedIn';
import { useOtherForm } from '../features/arrival/useOtherForm';
import { CheckInbox, loadSteps } from '../features/confirmation/CheckInbox';

function rejectionOf(error: unknown): Rejection {
  if (isCommonPassword(error)) return { field: 'password', message: shared('commonPassword') };
  const code = isAppError(error) ? error.code : 'unexpected';
  const message = signUpFailure(code);
  if (code === 'invalid_input') return { field: 'password', message };
  // The specification fixes the message (AUTH-77), so the waiting time is a separate text.
  return code === 'rate_limited' ? { message, advice: waitAdvice(secondsToWait(error)) } : { message };
}

export default function SignUpPage() {
  const arrived = useArrivedSignedIn();
  const otherForm = useOtherForm('/login');
  const [sentTo, setSentTo] = useState(readPendingSignUp);
  const [email, setEmail] = useState(sentTo ?? '');
  useForgetPendingSignUp();

  const send = async (fields: Fields): Promise<Rejection | undefined> => {
    // While the account is created.
    loadSteps().catch(() => undefined); // reported where they are shown
    try {
      const address = normalizeEmail(fields.email);
      await signUp({ email: address, password: fields.password });
      toast.success(t('signedUp'));
      storePendingSignUp(address);
      setSentTo(address);
      return undefined;
    } catch (error) {
      return rejectionOf(error);
    }
  };

  if (arrived !== undefined) return <AlreadySignedIn email={arrived} offers="agents" />;
  if (sentTo !== undefined) {
    return (
      <CheckInbox
        email={sentTo}
        signInHref={otherForm}
        onChangeAddress={() => {
          storePendingSignUp(undefined);
          setSentTo(undefined);
        }}
      />
    );
  }
  return (
    <Page title={shared('signUp')} description={t('signUpIntro')} width="narrow">
      <Stack gap="xl">
        <Card>
          <AuthForm
            action="signup"
            submitLabel={shared('signUp')}
            validate={({ email: address, password, confirm }) => signUpError(address, password, confirm)}
            send={send}
          >
            {(markOf) => (
              <>
                <EmailField mark={markOf('email')} defaultValue={email} onChange={setEmail} />
                <NewPassword markOf={markOf} email={email} />
              </>
            )}
          </AuthForm>
        </Card>
        <Text>
          {t('haveAccount')} <Link href={otherForm}>{shared('signIn')}</Link>
        </Text>
      </Stack>
    </Page>
  );
}
