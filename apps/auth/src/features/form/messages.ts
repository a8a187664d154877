/** The text of the fields for a new password. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  confirmPassword: 'Confirm password',
  confirmHint: 'Doesn’t match the password yet.',

  // Password requirements
  requirementsTitle: 'Your password needs',
  requireLength: 'At least 8 characters',
  requireUpper: 'An uppercase letter',
  requireLower: 'A lowercase letter',
  requireNumber: 'A number',
  requireSpecial: 'A special character, such as ! or ?',
  requireBytes: 'At most {max} bytes (now {now})',
  met: 'done',
  requirementsMet: '{met} of {total} password requirements met.',
  strength: 'Password strength',
  strengthEmpty: 'Not rated yet',
  strength0: 'Very weak',
  strength1: 'Weak',
  strength2: 'Fair',
  strength3: 'Strong',
  strength4: 'Very strong',
});

export const strengths = [
  t('strength0'),
  t('strength1'),
  t('strength2'),
  t('strength3'),
  t('strength4'),
] as const;
