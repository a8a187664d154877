/** The first tab stop of the page: skips the header. */
import type { MouseEvent } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { mainId } from './Main';
import { messages } from '../messages';

/** Moves the focus instead of following the link: the router would treat a fragment as a navigation. */
function handleClick(event: MouseEvent): void {
  const main = document.getElementById(mainId) ?? document.querySelector('main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
  main.scrollIntoView();
}

export function SkipLink({ children = messages.skipToContent }: { children?: string }) {
  return (
    <Root href={`#${mainId}`} onClick={handleClick}>
      {children}
    </Root>
  );
}

const Root = styled.a`
  position: fixed;
  inset-block-start: ${token.space.sm};
  inset-inline-start: ${token.space.sm};
  z-index: 100;
  padding: ${token.space.sm} ${token.space.lg};
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.md};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.md};
  color: ${token.color.text};
  font-size: ${token.text.sm};
  font-weight: 500;

  &:not(:focus) {
    clip-path: inset(50%);
  }
`;
