/** A choice that takes effect when the form is sent. For one that takes effect at once, use Switch. */
import { type ComponentPropsWithRef, useCallback } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Check } from './Check';
import { controlAria } from './controlAria';
import type { FieldWords } from './Field';

export interface CheckboxProps
  extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'ref'>, FieldWords {
  /** Neither on nor off: some of what it stands for are on. */
  indeterminate?: boolean;
}

export function Checkbox({ label, hint, error, indeterminate = false, ...rest }: CheckboxProps) {
  // HTML has no attribute for it.
  const mark = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = indeterminate;
    },
    [indeterminate],
  );
  return (
    <Check label={label} hint={hint} error={error}>
      {(aria) => <Box {...rest} {...controlAria(aria, rest)} ref={mark} type="checkbox" />}
    </Check>
  );
}

const Box = styled.input`
  appearance: none;
  display: grid;
  place-items: center;
  width: 1.125rem;
  height: 1.125rem;
  margin-block-start: 0.1875rem;
  border: 1px solid ${token.color.borderControl};
  border-radius: ${token.radius.sm};
  background: ${token.color.surface};
  cursor: pointer;
  transition-property: background-color, border-color;
  transition-duration: ${token.motion.fast};

  &::before {
    content: '';
    width: 0.75rem;
    height: 0.75rem;
    background: ${token.color.onAccent};
    clip-path: polygon(14% 48%, 4% 59%, 38% 92%, 97% 22%, 86% 12%, 37% 70%);
    opacity: 0;
  }
  &:hover {
    border-color: ${token.color.textSubtle};
  }
  &:checked,
  &:indeterminate {
    border-color: ${token.color.accent};
    background: ${token.color.accent};
  }
  &:checked::before,
  &:indeterminate::before {
    opacity: 1;
  }
  &:indeterminate::before {
    clip-path: inset(42% 10%);
  }
  &[aria-invalid='true'] {
    border-color: ${token.color.danger};
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }

  @media (forced-colors: active) {
    appearance: auto;
    &::before {
      content: none;
    }
  }
`;
