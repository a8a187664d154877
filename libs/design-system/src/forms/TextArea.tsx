/** A multi-line text field that grows with its content. */
import { type ComponentPropsWithRef, useState } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { controlAria } from './controlAria';
import { controlLook } from './controlLook';
import { Field, type FieldText } from './Field';

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'value'>, FieldText {
  value?: string;
  /** Shows a character count with this limit. It does not truncate: that is `maxLength`. */
  characterLimit?: number;
}

export function TextArea({ label, hint, error, characterLimit, rows = 4, onChange, ...rest }: TextAreaProps) {
  const [written, setWritten] = useState(() => String(rest.defaultValue ?? ''));
  const counter =
    characterLimit === undefined
      ? undefined
      : { length: (rest.value ?? written).length, max: characterLimit };
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(aria) => (
        <Control
          {...rest}
          {...controlAria(aria, rest)}
          rows={rows}
          onChange={(event) => {
            setWritten(event.target.value);
            onChange?.(event);
          }}
        />
      )}
    </Field>
  );
}

const Control = styled.textarea`
  ${controlLook}
  padding-block: ${token.space.sm};
  line-height: 1.5;
  resize: vertical;
  field-sizing: content;
  max-height: 24rem;

  /* With field-sizing, a rows attribute does not prevent shrinking to one line. */
  &:not([rows='1']) {
    min-height: 6rem;
  }
`;
