/** A single-line text field. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { controlAria } from './controlAria';
import { controlLook } from './controlLook';
import { Field, type FieldText } from './Field';

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'id'>, FieldText {}

export function TextInput({ label, hint, error, ...rest }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => <Control {...rest} {...controlAria(aria, rest)} />}
    </Field>
  );
}

const Control = styled.input`
  ${controlLook}
`;
