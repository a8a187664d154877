/** A control with its label, hint, error and character count, connected for screen readers. */
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { Text } from '../text/Text';
import { token } from '../tokens';
import { Counter, type CounterProps } from './Counter';

export interface FieldText {
  label: string;
  hint?: ReactNode;
  /** The error to show below the control. If a toast shows it, set only `aria-invalid`. */
  error?: string;
}

export interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldText {
  /** The number of characters and their limit. */
  counter?: Omit<CounterProps, 'id'>;
  /** Puts the label in front of the control instead of above it, for toolbars. */
  inline?: boolean;
  /** The control. It must accept all props of `aria`. */
  children: (aria: FieldAria) => ReactNode;
}

export function Field({ label, hint, error, counter, inline = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const counterId = counter === undefined ? undefined : `${id}-counter`;
  return (
    <Root data-inline={inline || undefined}>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        'aria-describedby': [errorId, hintId, counterId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <Text id={errorId} size="sm" tone="danger">
          {error}
        </Text>
      )}
      {(hint !== undefined || counter !== undefined) && (
        <Foot>
          {hint !== undefined && (
            <Text as="div" id={hintId} size="sm" tone="subtle">
              {hint}
            </Text>
          )}
          {counter !== undefined && <Counter {...counter} id={counterId} />}
        </Foot>
      )}
    </Root>
  );
}

const Root = styled.div`
  display: grid;
  align-content: start;
  gap: 0.375rem;
  min-width: 0;

  @media (min-width: 30rem) {
    &[data-inline] {
      grid-template-columns: auto minmax(0, 1fr);
      align-items: center;
      gap: ${token.space.sm};
    }
  }
`;

const Label = styled.label`
  width: fit-content;
  font-size: ${token.text.sm};
  font-weight: 500;
  /* The text may contain a name that is one long word. */
  overflow-wrap: anywhere;
`;

const Foot = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${token.space.md};
`;
