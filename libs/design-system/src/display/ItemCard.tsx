/** An item of a list: its name, a badge, its author, its content and its actions. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Heading, type HeadingLevel } from '../text/Heading';
import { token } from '../tokens';
import { Card } from './Card';

export interface ItemCardProps {
  title: ReactNode;
  /** Before the title: an icon of 40 pixels. */
  picture?: ReactNode;
  level?: HeadingLevel;
  /** Next to the title: a price, a status. */
  aside?: ReactNode;
  byline?: ReactNode;
  children: ReactNode;
  /** The last line, always at the bottom of the card. */
  footer?: ReactNode;
  /**
   * 2: in a narrow card, each child of the footer has its own line, so that all cards of a list have the same height.
   */
  footerLines?: 1 | 2;
}

export function ItemCard({
  title,
  picture,
  level = 3,
  aside,
  byline,
  children,
  footer,
  footerLines = 1,
}: ItemCardProps) {
  return (
    <Root as="article">
      <Head>
        {picture}
        <div>
          <Row>
            <Heading level={level} size="md">
              {title}
            </Heading>
            {aside}
          </Row>
          {byline}
        </div>
      </Head>
      {children}
      {footer !== undefined && <Foot>{footerLines === 2 ? <FootLines>{footer}</FootLines> : footer}</Foot>}
    </Root>
  );
}

export const ItemCardFrame = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${token.space.md};
  padding: ${token.space.lg} ${token.space.lg} ${token.space.md};
`;

const Root = styled(ItemCardFrame)`
  transition:
    border-color ${token.motion.fast} ${token.motion.ease},
    box-shadow ${token.motion.base} ${token.motion.ease};

  &:hover {
    border-color: ${token.color.borderStrong};
    box-shadow: ${token.shadow.md};
  }
`;

export const Head = styled.header`
  display: flex;
  gap: ${token.space.md};
  min-width: 0;

  & > div {
    flex: 1;
    min-width: 0;
  }
  & > div:has(> :only-child) {
    align-self: center;
  }
`;

export const Row = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${token.space.md};

  & > :first-child {
    min-width: 0;
  }
  & > :last-child:not(:first-child) {
    flex: none;
    margin-block-start: 0.0625rem;
  }
  & svg {
    display: inline-block;
    margin-inline-start: ${token.space.xs};
    vertical-align: -0.125em;
    color: ${token.color.textSubtle};
  }
`;

/** theme.css aligns its last icon with the edge of the card's content. */
export const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space.xs} ${token.space.md};
  margin-block-start: auto;
  padding-block-start: ${token.space.md};
  border-block-start: 1px solid ${token.color.border};
  box-sizing: content-box;
  min-height: ${token.size.controlSm};
`;

/** The line break depends on the width of the card, not of its text, so that longer numbers do not break the line. */
export const FootLines = styled.div`
  container-type: inline-size;
  display: flex;
  flex-wrap: wrap;
  flex: 1 0 100%;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space.sm} ${token.space.md};
`;

/** One line below an item card. */
export const FootLine = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space.sm} ${token.space.md};
  min-height: ${token.size.controlSm};

  /* The second of two actions has a fixed minimum width, so that the first actions of a column line up. */
  & > :is(button, a):last-child:not(:first-child) {
    min-width: 5.5rem;
  }

  @container (max-width: 22rem) {
    flex: 1 0 100%;
    justify-content: space-between;

    & > :is(button, a, [data-shape='block']) {
      flex: 1;
    }
  }
`;
