/** A setting that takes effect at once. For a choice that waits for its form, use Checkbox. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Check } from './Check';
import { controlAria } from './controlAria';
import type { FieldWords } from './Field';

export interface SwitchProps
  extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'role'>, FieldWords {}

export function Switch({ label, hint, error, ...rest }: SwitchProps) {
  return (
    <Check label={label} hint={hint} error={error}>
      {(aria) => <Track {...rest} {...controlAria(aria, rest)} type="checkbox" role="switch" />}
    </Check>
  );
}

const Track = styled.input`
  appearance: none;
  display: flex;
  align-items: center;
  width: 2.25rem;
  height: 1.25rem;
  margin-block-start: 0.125rem;
  padding: 0.125rem;
  border: 1px solid ${token.color.borderControl};
  border-radius: ${token.radius.pill};
  background: ${token.color.surfaceSunken};
  cursor: pointer;
  transition-property: background-color, border-color;
  transition-duration: ${token.motion.base};

  &::before {
    content: '';
    width: 0.875rem;
    height: 0.875rem;
    border-radius: 50%;
    background: ${token.color.borderControl};
    transition-property: translate, background-color;
    transition-duration: ${token.motion.base};
    transition-timing-function: ${token.motion.ease};
  }
  &:checked {
    border-color: ${token.color.accent};
    background: ${token.color.accent};
  }
  &:checked::before {
    background: ${token.color.onAccent};
    translate: 1rem 0;
  }
  &:dir(rtl):checked::before {
    translate: -1rem 0;
  }
  &[aria-invalid='true'] {
    border-color: ${token.color.danger};
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }

  @media (forced-colors: active) {
    &::before,
    &:checked::before {
      background: ButtonText;
    }
    &:checked {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;
