/** A control with its label, a hint and what is wrong with it, tied together for those who listen. */
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { Text } from '../text/Text';
import { token } from '../tokens';

export interface FieldWords {
  label: string;
  hint?: ReactNode;
  /** What is wrong, where it is to be read here. Where a toast says it, pass `aria-invalid` alone. */
  error?: string;
}

export interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldWords {
  /** The control; it must take all of `aria`. */
  children: (aria: FieldAria) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    <Root>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
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
    </Root>
  );
}

const Root = styled.div`
  display: grid;
  gap: 0.375rem;
  min-width: 0;
`;

const Label = styled.label`
  width: fit-content;
  font-size: ${token.text.sm};
  font-weight: 500;
`;
