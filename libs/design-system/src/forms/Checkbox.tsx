/** A checkbox with its label. The choice takes effect when the form is submitted. */
import { type ComponentPropsWithRef, useId } from 'react';
import styled from 'styled-components';
import { Text } from '../text/Text';
import { token } from '../tokens';
import { controlAria } from './controlAria';
import type { FieldAria, FieldText } from './Field';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type'>, FieldText {}

export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const aria: FieldAria = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return (
    <Root>
      <Box {...rest} {...controlAria(aria, rest)} type="checkbox" />
      <div>
        <label htmlFor={id}>{label}</label>
        {error !== undefined && (
          <Text id={errorId} size="sm" tone="danger">
            {error}
          </Text>
        )}
        {hint !== undefined && (
          <Text as="div" id={hintId} size="sm" tone="subtle">
            {hint}
          </Text>
        )}
      </div>
    </Root>
  );
}

const Root = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  gap: ${token.space.sm};

  & label {
    display: block;
    width: fit-content;
    /* Together with the line height, a touch target of at least 24 px. */
    padding-block: ${token.space.xxs};
    font-size: ${token.text.sm};
    font-weight: 500;
    line-height: 1.25rem;
    cursor: pointer;
  }
  & input:disabled + div label {
    opacity: 0.55;
    cursor: not-allowed;
  }
`;

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
  &:checked {
    border-color: ${token.color.accent};
    background: ${token.color.accent};
  }
  &:checked::before {
    opacity: 1;
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
