/**
 * The field for a six-digit code. Other characters are removed as they are typed or pasted: with a maximal length, the spaces of a
 * paste would take the place of digits.
 */
import type { RefObject } from 'react';
import { TextInput } from '@slipway/design-system';
import { t } from '../../messages';

interface CodeFieldProps {
  fieldRef?: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onChange?: (digits: string) => void;
}

export function CodeField({ fieldRef, error, onChange }: CodeFieldProps) {
  return (
    <TextInput
      ref={fieldRef}
      label={t('code')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      {...(error === undefined ? {} : { error })}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '');
        if (digits !== target.value) target.value = digits;
        onChange?.(digits);
      }}
    />
  );
}

export const isCode = (text: unknown): text is string => typeof text === 'string' && /^\d{6}$/.test(text);
