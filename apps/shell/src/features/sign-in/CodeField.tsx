/**
 * The field for a code of six digits. Other characters are removed as they are typed or pasted: with a maximal length, the spaces of a
 * paste would take the place of digits.
 */
import type { RefObject } from 'react';
import { TextInput } from '@slipway/design-system';

interface CodeFieldProps {
  label: string;
  error: string | undefined;
  fieldRef?: RefObject<HTMLInputElement | null>;
}

export const CodeField = ({ label, error, fieldRef }: CodeFieldProps) => (
  <TextInput
    ref={fieldRef}
    label={label}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    error={error}
    onChange={({ target }) => {
      const digits = target.value.replaceAll(/\D/g, '');
      if (digits !== target.value) target.value = digits;
    }}
  />
);
