/** A progress line along the top of the window, for waits that users notice. */
import styled, { keyframes } from 'styled-components';
import { token } from '../tokens';

/** Shorter waits show nothing: a flashing line is worse than none. */
const after = '150ms';

/** Decorative: the loading content has its own status text. */
export function ProgressLine() {
  return <Root aria-hidden="true" data-progress-line="" />;
}

const appear = keyframes`from { visibility: hidden; }`;
const advance = keyframes`from { scale: 0 1; } 30% { scale: 0.6 1; } to { scale: 0.92 1; }`;

const Root = styled.div`
  position: fixed;
  inset: 0 0 auto;
  z-index: 60;
  height: 2px;
  background: ${token.color.accent};
  transform-origin: left;
  animation:
    ${appear} 1ms ${after} backwards,
    ${advance} 8s cubic-bezier(0.1, 0.7, 0.2, 1) ${after} both;

  /* transform-origin has no logical keywords. */
  &:dir(rtl) {
    transform-origin: right;
  }

  @media (forced-colors: active) {
    background: Highlight;
  }
`;
