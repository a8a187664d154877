/** How many characters are written, of how many: seen all the time, said when there is no room left. */
import styled from 'styled-components';
import { words } from '../messages';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';

export interface CounterProps {
  id?: string;
  length: number;
  max: number;
  /** The same in words, for those who listen. */
  words?: (length: number, max: number) => string;
}

const countWords = (length: number, max: number) =>
  words.charactersOf.replace('#1', String(length)).replace('#2', String(max));

export function Counter({ id, length, max, words: say = countWords }: CounterProps) {
  return (
    <Root data-over={length > max || undefined}>
      <span aria-hidden="true">{`${String(length)} / ${String(max)}`}</span>
      <VisuallyHidden id={id}>{say(length, max)}</VisuallyHidden>
      <VisuallyHidden role="status">{length >= max && say(length, max)}</VisuallyHidden>
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
