/** Something is on its way: a line along the top, for a wait that is long enough to be noticed. */
import styled, { keyframes } from 'styled-components';
import { token } from '../tokens';

/** A shorter wait shows nothing: a line that flashes up is worse than none. */
const after = '150ms';

/** Decoration: what is awaited has its own words. */
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

  /* An origin has no logical name. */
  &:dir(rtl) {
    transform-origin: right;
  }

  @media (forced-colors: active) {
    background: Highlight;
  }
`;
