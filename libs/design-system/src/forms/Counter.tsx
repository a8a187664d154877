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

/** English without `Intl`, whose first use takes a tenth of a second on slow devices. */
const format = (count: number) => {
  const { lang } = document.documentElement;
  return lang && lang !== 'en' ? count.toLocaleString(lang) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');
};

const textOf = (length: number, max: number) =>
  messages.charactersOf.replace('#1', format(length)).replace('#2', format(max));

export function Counter({ id, length, max }: CounterProps) {
  return (
    <Root data-over={length > max || undefined}>
      <span aria-hidden="true">{`${format(length)} / ${format(max)}`}</span>
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
