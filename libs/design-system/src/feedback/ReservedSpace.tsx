/** Content in the space of the placeholder that it replaces, so that nothing below moves. */
import type { ReactNode } from 'react';
import styled from 'styled-components';

export interface ReservedSpaceProps {
  placeholder: ReactNode;
  children: ReactNode;
}

export const ReservedSpace = ({ placeholder, children }: ReservedSpaceProps) => (
  <Root>
    <div inert>{placeholder}</div>
    {children}
  </Root>
);

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);

  & > * {
    grid-area: 1 / 1;
  }
  & > [inert] {
    visibility: hidden;
  }
`;
