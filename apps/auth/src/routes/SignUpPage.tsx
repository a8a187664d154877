/** `/signup`: create an account; the person confirms the address by a mailed link. */
import { useState } from 'react';
import { Card, Link, Page, Stack, Text, toast } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { signUp } from '@slipway/session';
import { signUpFailure, t } from '../messages';
import { normalEmail, signUpProblem } from '../data/credentials';
import { EmailField } from '../features/form/AuthFields';
import { AuthForm } from '../features/form/AuthForm';
import type { Fields } from '../features/form/fields';
import { NewPassword } from '../features/form/NewPassword';
import { SendAgain } from '../features/confirmation/ResendConfirmation';

export default function SignUpPage() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();

  const send = async (fields: Fields): Promise<string | undefined> => {
    setSentTo(undefined);
    try {
      const address = normalEmail(fields.email);
      await signUp({ email: address, password: fields.password });
      toast.success(t('signedUp'));
      setSentTo(address);
      return undefined;
    } catch (error) {
      return signUpFailure(isAppError(error) ? error.code : 'unexpected');
    }
  };

  return (
    <Page title={t('signUp')} description={t('signUpIntro')} width="narrow">
      <Stack gap="xl">
        {sentTo !== undefined && <SendAgain key={sentTo} email={sentTo} wasSent />}
        <Card>
          <AuthForm
            action="signup"
            submitLabel={t('signUp')}
            problemOf={({ email: address, password, confirm }) => signUpProblem(address, password, confirm)}
            send={send}
          >
            {(markOf) => (
              <>
                <EmailField mark={markOf('email')} onChange={setEmail} />
                <NewPassword markOf={markOf} email={email} />
              </>
            )}
          </AuthForm>
        </Card>
        <Text>
          {t('haveAccount')} <Link href="/login">{t('signIn')}</Link>
        </Text>
      </Stack>
    </Page>
  );
}
