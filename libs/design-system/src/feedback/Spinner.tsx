/** An indeterminate progress indicator. Decorative: the text is next to it. */
import styled, { keyframes } from 'styled-components';

const turn = keyframes`to { rotate: 1turn; }`;

export function Spinner({ size = 16 }: { size?: number }) {
  return <Root aria-hidden="true" style={{ ['--spinner' as string]: `${String(size / 16)}rem` }} />;
}

const Root = styled.span`
  /* An inline element would ignore the width and height. */
  display: inline-block;
  flex: none;
  width: var(--spinner);
  height: var(--spinner);
  border: 2px solid color-mix(in srgb, currentColor 22%, transparent);
  border-block-start-color: currentColor;
  border-radius: 50%;
  vertical-align: middle;
  animation: ${turn} 700ms linear infinite;

  @media (forced-colors: active) {
    border-color: Canvas;
    border-block-start-color: CanvasText;
  }
`;
