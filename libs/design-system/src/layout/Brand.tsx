/** The logo and the name. On narrow screens the name is visually hidden. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { AppLink } from '../actions/LinkProvider';
import { token } from '../tokens';

export function Brand({ href = '/', children }: { href?: string; children: ReactNode }) {
  return (
    <Root href={href}>
      <svg viewBox="0 0 32 32" width="1.75rem" height="1.75rem" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill={token.color.accent} />
        <path d="M8 21.5 24 10.5v4.2L8 25.7zM8 13.5 17.5 7H24L8 18z" fill={token.color.onAccent} />
      </svg>
      <span translate="no">{children}</span>
    </Root>
  );
}

const Root = styled(AppLink)`
  display: flex;
  align-items: center;
  gap: ${token.space.sm};
  min-width: 0;
  border-radius: ${token.radius.sm};
  color: ${token.color.text};
  font-size: 1.0625rem;
  font-weight: 650;
  letter-spacing: -0.02em;
  text-decoration: none;

  & > svg {
    flex: none;
    forced-color-adjust: none;
  }

  @media (max-width: 23rem) {
    & > span {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;
