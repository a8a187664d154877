/** `/signup`: create an account; the person confirms the address by a mailed link. */
import { Card, Heading, Link, Page, Stack, Text, TextInput, toast } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { signUp } from '@slipway/session';
import { messages, signUpFailure } from '../messages';
import { normalEmail, signUpProblem } from '../rules/credentials';
import { AuthForm, type Fields } from '../ui/AuthForm';

async function send({ email, password }: Fields): Promise<string | undefined> {
  try {
    await signUp({ email: normalEmail(email), password });
    toast.success(messages.signedUp);
    return undefined;
  } catch (error) {
    return signUpFailure(isAppError(error) ? error.code : 'unexpected');
  }
}

export default function SignUpPage() {
  return (
    <Page title={messages.signUp} description={messages.signUpIntro} width="narrow">
      <Stack gap="xl">
        <Card>
          <AuthForm
            submitLabel={messages.signUp}
            problemOf={({ email, password, confirm }) => signUpProblem(email, password, confirm)}
            send={send}
          >
            {(invalid) => (
              <>
                <TextInput
                  label={messages.email}
                  name="email"
                  type="email"
                  autoComplete="username"
                  aria-invalid={invalid === 'email' || undefined}
                />
                <TextInput
                  label={messages.password}
                  name="password"
                  type="password"
                  autoComplete="new-password"
                  maxLength={128}
                  aria-invalid={invalid === 'password' || undefined}
                />
                <TextInput
                  label={messages.confirmPassword}
                  name="confirm"
                  type="password"
                  autoComplete="new-password"
                  maxLength={128}
                  aria-invalid={invalid === 'confirm' || undefined}
                />
                <Stack gap="xs">
                  <Heading level={2} size="md">
                    {messages.requirementsTitle}
                  </Heading>
                  <ul>
                    {messages.requirements.map((requirement) => (
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
          {messages.haveAccount} <Link href="/login">{messages.signIn}</Link>
        </Text>
      </Stack>
    </Page>
  );
}
