/** The fields of the forms. What is wrong is said by a toast; here it is marked, and help comes before anything is sent. */
import { type ClipboardEvent, useState } from 'react';
import { PasswordInput, TextInput } from '@slipway/design-system';
import { t } from '../../messages';
import { emailProblem } from '../../data/credentials';
import { LENGTH_MAX } from '../../data/password';
import type { Mark } from './useFormError';

interface EmailFieldProps {
  mark?: Mark;
  defaultValue?: string;
  /** What is wrong, where no toast says it. */
  error?: string | undefined;
  onChange?: (value: string) => void;
}

export function EmailField({ mark, defaultValue, error, onChange }: EmailFieldProps) {
  const [needsHelp, setNeedsHelp] = useState(false);
  return (
    <TextInput
      label={t('email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={defaultValue}
      {...mark}
      {...(error === undefined ? {} : { error })}
      {...(needsHelp && error === undefined ? { hint: t('emailHint') } : {})}
      onBlur={({ target, relatedTarget }) => {
        // On the way to a button a line that appears would push the button from under the pointer.
        const isOnTheWay = relatedTarget instanceof HTMLInputElement;
        setNeedsHelp(isOnTheWay && target.value !== '' && emailProblem(target.value) !== undefined);
      }}
      onChange={({ target }) => {
        if (needsHelp) setNeedsHelp(emailProblem(target.value) !== undefined);
        onChange?.(target.value);
      }}
    />
  );
}

interface PasswordFieldProps {
  mark: Mark;
  label?: string;
  name?: 'password' | 'confirm';
  /** What a password manager does with it: fills one in, or makes one. */
  autoComplete: 'current-password' | 'new-password';
  hint?: string | undefined;
  describedBy?: string;
  onChange?: (value: string) => void;
}

/** The field would cut what is too long without a word, and nobody could sign in with the rest. */
const overflows = ({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>) => {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  return value.length - replaced + clipboardData.getData('text').length > LENGTH_MAX;
};

export function PasswordField({
  mark,
  label = t('password'),
  name = 'password',
  autoComplete,
  hint,
  describedBy,
  onChange,
}: PasswordFieldProps) {
  const [isRefused, setIsRefused] = useState(false);
  const words = isRefused ? t('pasteHint', { most: LENGTH_MAX }) : hint;
  return (
    <PasswordInput
      label={label}
      name={name}
      autoComplete={autoComplete}
      maxLength={LENGTH_MAX}
      // Safari's password generator reads it.
      {...(autoComplete === 'new-password'
        ? {
            passwordrules:
              'minlength: 12; maxlength: 72; required: upper; required: lower; required: digit; required: [-!?_];',
          }
        : {})}
      {...mark}
      aria-describedby={describedBy}
      {...(words === undefined ? {} : { hint: words })}
      onPaste={(event) => {
        const isTooLong = overflows(event);
        if (isTooLong) event.preventDefault();
        setIsRefused(isTooLong);
      }}
      onChange={({ target }) => {
        setIsRefused(false);
        onChange?.(target.value);
      }}
    />
  );
}
