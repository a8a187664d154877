/** The email and password fields. Toasts report errors; the fields mark them, and show hints before submission. */
import { type ClipboardEvent, useState } from 'react';
import { type FieldMark, PasswordInput, TextInput } from '@slipway/design-system';
import { t } from '../../messages';
import { t as shared } from '../account/shared/messages';
import { emailError } from '../../data/credentials';
import { LENGTH_MAX } from '../../data/password';

interface EmailFieldProps {
  label?: string;
  mark?: FieldMark;
  defaultValue?: string;
  /** For a form without error toasts. */
  error?: string | undefined;
  onChange?: (value: string) => void;
}

export function EmailField({
  label = shared('email'),
  mark,
  defaultValue,
  error,
  onChange,
}: EmailFieldProps) {
  const [showsHint, setShowsHint] = useState(false);
  return (
    <TextInput
      label={label}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={defaultValue}
      {...mark}
      {...(error === undefined ? {} : { error })}
      {...(showsHint && error === undefined && mark?.error === undefined ? { hint: t('emailHint') } : {})}
      onBlur={({ target, relatedTarget }) => {
        // When the focus moves to a button, a hint would push that button away from the pointer.
        const movesToInput = relatedTarget instanceof HTMLInputElement;
        setShowsHint(movesToInput && target.value !== '' && emailError(target.value) !== undefined);
      }}
      onChange={({ target }) => {
        if (showsHint) setShowsHint(emailError(target.value) !== undefined);
        onChange?.(target.value);
      }}
    />
  );
}

interface PasswordFieldProps {
  mark?: FieldMark;
  label?: string;
  name?: 'password' | 'confirm' | 'current';
  /** Whether a password manager fills in a password or generates one. */
  autoComplete: 'current-password' | 'new-password';
  hint?: string | undefined;
  /** For a form without error toasts. */
  error?: string | undefined;
  describedBy?: string;
  onChange?: (value: string) => void;
}

/** The name distinguishes the two buttons of a form. */
const showLabels: Partial<Record<string, string>> = {
  confirm: t('showConfirmation'),
  current: t('showCurrent'),
};

/** The browser would cut a long paste silently, and the password would not match later. */
const exceedsLimit = ({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>) => {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  return value.length - replaced + clipboardData.getData('text').length > LENGTH_MAX;
};

export function PasswordField({
  mark,
  label = shared('password'),
  name = 'password',
  autoComplete,
  hint,
  error,
  describedBy,
  onChange,
}: PasswordFieldProps) {
  const [wasRejected, setWasRejected] = useState(false);
  const shownHint = wasRejected ? t('pasteHint', { max: LENGTH_MAX }) : hint;
  return (
    <PasswordInput
      label={label}
      name={name}
      autoComplete={autoComplete}
      maxLength={LENGTH_MAX}
      // For Safari's password generator.
      {...(autoComplete === 'new-password'
        ? {
            passwordrules:
              'minlength: 12; maxlength: 72; required: upper; required: lower; required: digit; required: [-!?_];',
          }
        : {})}
      {...mark}
      {...(error === undefined ? {} : { error })}
      {...(showLabels[name] === undefined ? {} : { showLabel: showLabels[name] })}
      aria-describedby={describedBy}
      {...(shownHint === undefined ? {} : { hint: shownHint })}
      onPaste={(event) => {
        const isTooLong = exceedsLimit(event);
        if (isTooLong) event.preventDefault();
        setWasRejected(isTooLong);
      }}
      onChange={({ target }) => {
        setWasRejected(false);
        onChange?.(target.value);
      }}
    />
  );
}
