/** `/signup`: create an account; the person confirms the address by a mailed link. */
import { Card, Heading, Link, Page, Stack, Text, toast } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { signUp } from '@slipway/session';
import { requirements, signUpFailure, t } from '../messages';
import { normalEmail, signUpProblem } from '../rules/credentials';
import { EmailField, PasswordField } from '../ui/AuthFields';
import { AuthForm, type Fields } from '../ui/AuthForm';

async function send({ email, password }: Fields): Promise<string | undefined> {
  try {
    await signUp({ email: normalEmail(email), password });
    toast.success(t('signedUp'));
    return undefined;
  } catch (error) {
    return signUpFailure(isAppError(error) ? error.code : 'unexpected');
  }
}

export default function SignUpPage() {
  return (
    <Page title={t('signUp')} description={t('signUpIntro')} width="narrow">
      <Stack gap="xl">
        <Card>
          <AuthForm
            action="signup"
            submitLabel={t('signUp')}
            problemOf={({ email, password, confirm }) => signUpProblem(email, password, confirm)}
            send={send}
          >
            {(invalid) => (
              <>
                <EmailField isInvalid={invalid === 'email'} />
                <PasswordField isInvalid={invalid === 'password'} autoComplete="new-password" />
                <PasswordField
                  isInvalid={invalid === 'confirm'}
                  label={t('confirmPassword')}
                  name="confirm"
                  autoComplete="new-password"
                />
                <Stack gap="xs">
                  <Heading level={2} size="md">
                    {t('requirementsTitle')}
                  </Heading>
                  <ul>
                    {requirements.map((requirement) => (
                      <li key={requirement}>
                        <Text as="span" size="sm" tone="muted">
                          {requirement}
                        </Text>
                      </li>
                    ))}
                  </ul>
                </Stack>
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
