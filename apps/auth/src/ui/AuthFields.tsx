/** The fields of both forms, named as `Fields` has them. The message about a wrong one is a toast; here it is marked. */
import { TextInput } from '@slipway/design-system';
import { t } from '../messages';

const PASSWORD_MAX = 128;

interface FieldProps {
  isInvalid: boolean;
}

export const EmailField = ({ isInvalid }: FieldProps) => (
  <TextInput
    label={t('email')}
    name="email"
    type="email"
    autoComplete="username"
    aria-invalid={isInvalid || undefined}
  />
);

interface PasswordFieldProps extends FieldProps {
  label?: string;
  name?: 'password' | 'confirm';
  /** What a password manager does with it: fills one in, or makes one. */
  autoComplete: 'current-password' | 'new-password';
}

export const PasswordField = ({
  isInvalid,
  label = t('password'),
  name = 'password',
  autoComplete,
}: PasswordFieldProps) => (
  <TextInput
    label={label}
    name={name}
    type="password"
    autoComplete={autoComplete}
    maxLength={PASSWORD_MAX}
    aria-invalid={isInvalid || undefined}
  />
);
