/** Two fields for a new password, with a checklist of its requirements and a strength meter. */
import { useId, useState } from 'react';
import { type Requirement, Requirements, Stack, StrengthMeter } from '@slipway/design-system';
import { t as shared } from '../account/shared/messages';
import { strengths, t } from './messages';
import { BYTES_MAX, bytesOf, kindsOf, LENGTH_MIN } from '../../data/password';
import { useStrength } from './useStrength';
import { PasswordField } from './AuthFields';
import type { MarkOf } from './useFormError';

/** "Fair": the highest strength shown while a requirement is not met. */
const REJECTED_MAX = 2;

/** From this length on, the checklist shows the byte limit. */
const NEAR_LIMIT_BYTES = 60;

function requirementsOf(password: string): Requirement[] {
  const { upper, lower, number, special } = kindsOf(password);
  const bytes = bytesOf(password);
  return [
    { text: t('requireLength'), isMet: password.length >= LENGTH_MIN },
    { text: t('requireUpper'), isMet: upper },
    { text: t('requireLower'), isMet: lower },
    { text: t('requireNumber'), isMet: number },
    { text: t('requireSpecial'), isMet: special },
    ...(bytes >= NEAR_LIMIT_BYTES
      ? [{ text: t('requireBytes', { max: BYTES_MAX, now: bytes }), isMet: bytes <= BYTES_MAX }]
      : []),
  ];
}

interface NewPasswordProps {
  markOf: MarkOf;
  /** A password that contains parts of it counts as weaker. */
  email: string;
  label?: string;
}

export function NewPassword({ markOf, email, label = shared('password') }: NewPasswordProps) {
  const boxId = useId();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const estimate = useStrength(password, email);

  const requirements = requirementsOf(password);
  const met = requirements.filter(({ isMet }) => isMet).length;
  const strength =
    estimate !== undefined && met < requirements.length ? Math.min(estimate, REJECTED_MAX) : estimate;
  // Checked while typing, not on blur: a hint that appears on blur would push the button away from the pointer.
  const differs = confirm !== '' && confirm.length >= password.length && confirm !== password;
  return (
    <>
      <Stack gap="sm">
        <PasswordField
          mark={markOf('password')}
          label={label}
          autoComplete="new-password"
          describedBy={boxId}
          onChange={setPassword}
        />
        <StrengthMeter
          label={t('strength')}
          value={strength === undefined ? 0 : Math.max(1, strength)}
          valueText={strength === undefined ? t('strengthEmpty') : (strengths[strength] ?? '')}
        />
        <Requirements
          id={boxId}
          title={t('requirementsTitle')}
          items={requirements}
          metLabel={t('met')}
          summary={password === '' ? '' : t('requirementsMet', { met, total: requirements.length })}
        />
      </Stack>
      <PasswordField
        mark={markOf('confirm')}
        label={t('confirmPassword')}
        name="confirm"
        autoComplete="new-password"
        hint={differs ? t('confirmHint') : undefined}
        onChange={setConfirm}
      />
    </>
  );
}
