/** The loading state of a page's content, below the top bar. Appears after a short delay. */
import styled, { keyframes } from 'styled-components';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';
import { Spinner } from './Spinner';
import { messages } from '../messages';

export function PageSpinner({ label = messages.loading }: { label?: string }) {
  return (
    <Root role="status">
      <Spinner size={28} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Root>
  );
}

const appear = keyframes`from { opacity: 0; }`;

const Root = styled.div`
  display: grid;
  flex: 1;
  place-items: center;
  min-height: 60vh;
  color: ${token.color.textSubtle};
  animation: ${appear} ${token.motion.base} ease 150ms backwards;
`;
