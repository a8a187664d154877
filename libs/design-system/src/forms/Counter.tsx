/** A character count. Screen readers hear it once the limit is reached. */
import styled from 'styled-components';
import { messages } from '../messages';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';

export interface CounterProps {
  id?: string;
  length: number;
  max: number;
}

const textOf = (length: number, max: number) =>
  messages.charactersOf.replace('#1', String(length)).replace('#2', String(max));

export function Counter({ id, length, max }: CounterProps) {
  return (
    <Root data-over={length > max || undefined}>
      <span aria-hidden="true">{`${String(length)} / ${String(max)}`}</span>
      <VisuallyHidden id={id}>{textOf(length, max)}</VisuallyHidden>
      <VisuallyHidden role="status">{length >= max && textOf(length, max)}</VisuallyHidden>
    </Root>
  );
}

const Root = styled.div`
  flex: none;
  position: relative;
  margin-inline-start: auto;
  color: ${token.color.textSubtle};
  font-size: ${token.text.sm};
  font-variant-numeric: tabular-nums;

  &[data-over] {
    color: ${token.color.dangerText};
    font-weight: 500;
  }
`;
