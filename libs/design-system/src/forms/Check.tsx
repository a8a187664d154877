/** A choice that is on or off, with its words beside it. The frame of Checkbox and Switch. */
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { Text } from '../text/Text';
import { token } from '../tokens';
import type { FieldAria, FieldWords } from './Field';

export interface CheckProps extends FieldWords {
  /** The control; it must take all of `aria`. */
  children: (aria: FieldAria) => ReactNode;
}

export function Check({ label, hint, error, children }: CheckProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    <Root>
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
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
    /* With the line around it, tall enough for a finger. */
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
