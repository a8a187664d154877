/** One line of text. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { controlLook } from './controlLook';
import { Field, type FieldWords } from './Field';

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'id'>, FieldWords {}

export function TextInput({ label, hint, error, ...rest }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <Control
          {...rest}
          {...aria}
          aria-invalid={aria['aria-invalid'] ?? rest['aria-invalid']}
          aria-describedby={
            [aria['aria-describedby'], rest['aria-describedby']].filter(Boolean).join(' ') || undefined
          }
        />
      )}
    </Field>
  );
}

const Control = styled.input`
  ${controlLook}
`;
