/** The main content, and the target of the skip link. Exactly one per page. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';

export const mainId = 'main';

export function Main(props: ComponentPropsWithRef<'main'>) {
  return <Root id={mainId} tabIndex={-1} {...props} />;
}

const Root = styled.main`
  flex: 1;
  min-width: 0;

  /* The loading state of a page is as high as the page. */
  &[data-fills] {
    display: grid;
  }

  &:focus {
    outline: none;
  }
`;
