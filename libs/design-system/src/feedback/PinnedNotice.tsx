/** A notice about the whole app, fixed to the bottom of the window. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Notice } from './Notice';

export interface PinnedNoticeProps {
  /** The accessible name of the region. */
  label: string;
  children: ReactNode;
  action?: ReactNode;
}

export function PinnedNotice({ label, children, action }: PinnedNoticeProps) {
  return (
    <Root aria-label={label} data-pinned-notice="">
      <Notice tone="warning" action={action}>
        {children}
      </Notice>
    </Root>
  );
}

const Root = styled.aside`
  position: sticky;
  bottom: 0;
  z-index: 9;
  padding: ${token.space.sm};
  background: ${token.color.canvas};
  overflow-wrap: anywhere;

  /* Reserves space for a part that failed to load: the notice would cover its buttons. */
  main & {
    z-index: 10;
  }
`;
