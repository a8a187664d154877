/** The styles of a `<dialog>` that covers the window: its background is the scrim. */
import { css, keyframes } from 'styled-components';
import { token } from '../tokens';

const appear = keyframes`from { background-color: transparent; }`;

export const modalLook = css`
  position: fixed;
  inset: 0;
  width: auto;
  max-width: none;
  height: auto;
  max-height: none;
  padding: 0;
  border: 0;
  background: ${token.color.scrim};
  color: ${token.color.text};
  overflow: hidden;
  animation: ${appear} ${token.motion.base} ${token.motion.ease};

  &[open] {
    display: grid;
  }
  &::backdrop {
    background: none;
  }
  &:focus-visible {
    outline: none;
  }
`;
