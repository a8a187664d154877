/** Covers the viewport until the page may be shown. Appears after a short delay. */
import styled, { keyframes } from 'styled-components';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';
import { Spinner } from './Spinner';
import { messages } from '../messages';

export function FullScreenSpinner({ label = messages.loading }: { label?: string }) {
  return (
    <Root role="status">
      <Spinner size={28} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Root>
  );
}

const appear = keyframes`from { opacity: 0; }`;

const Root = styled.div`
  position: fixed;
  inset: 0;
  /* Wider than the inset where the root reserves space for a scrollbar. */
  width: 100vw;
  /* Above the top bar, below toasts. */
  z-index: 40;
  display: grid;
  place-items: center;
  background: ${token.color.canvas};
  color: ${token.color.textSubtle};
  animation: ${appear} ${token.motion.base} ease 150ms backwards;
`;
