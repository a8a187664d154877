/** A page: its title, main action and content. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { token } from '../tokens';
import { Container } from './Container';
import { Main } from './Main';

export interface PageProps {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The main action, next to the title. */
  action?: ReactNode;
  /** Use `narrow` for forms. */
  width?: 'full' | 'narrow';
  children: ReactNode;
}

export function Page({ title, description, action, width = 'full', children }: PageProps) {
  return (
    <Main>
      <Body data-width={width}>
        <Head>
          <div>
            <Heading level={1}>{title}</Heading>
            {description !== undefined && <Text tone="muted">{description}</Text>}
          </div>
          {action}
        </Head>
        {children}
      </Body>
    </Main>
  );
}

const Body = styled(Container)`
  padding-block: ${token.space.xxl} ${token.space.vast};

  &[data-width='narrow'] {
    max-width: calc(26rem + 2 * ${token.space.gutter});
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${token.space.md};
  min-height: ${token.size.controlMd};
  margin-block-end: ${token.space.xl};

  & > div {
    display: grid;
    /* Long names wrap instead of widening the page. */
    grid-template-columns: minmax(0, 1fr);
    gap: ${token.space.xs};
    min-width: 0;
  }
`;
