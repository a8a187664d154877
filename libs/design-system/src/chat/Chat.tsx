/**
 * A conversation: its messages scroll above the composer, which stays at the bottom. From the first message on it keeps
 * its height, so nothing around it moves while answers arrive.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import { token } from '../tokens';
import { useFollowEnd } from './useFollowEnd';

export interface ChatProps {
  /** The accessible name of the region. */
  label: string;
  /** The accessible name of the list of messages. */
  listLabel: string;
  /** `li` elements, oldest first. */
  children: ReactNode;
  /** Identifies the newest entry; undefined while there is none. */
  newest: string | number | undefined;
  /** Shown while there is no entry. */
  empty: ReactNode;
  composer: ReactNode;
  /** Below the composer, such as notes and options. */
  footer?: ReactNode;
  /** Texts for screen readers only. */
  status?: ReactNode;
  /** Takes the height of its container, without a frame. */
  fills?: boolean;
}

export function Chat(props: ChatProps) {
  const { label, listLabel, children, newest, empty, composer, footer, status, fills = false } = props;
  const { ref, isAtEnd, scrollToEnd, handleScroll } = useFollowEnd(newest);
  const root = useRef<HTMLElement>(null);
  const isEmpty = newest === undefined;
  /**
   * A restored conversation appears late. It keeps the height of an empty one until the user enters it, so that nothing
   * moves.
   */
  const [isSmall, setSmall] = useState(!isEmpty);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // The first message makes the frame higher: keep the composer in view.
    if (wasEmpty.current && !isEmpty) root.current?.scrollIntoView({ block: 'nearest' });
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  return (
    <Root
      ref={root}
      aria-label={label}
      data-empty={isEmpty || undefined}
      data-small={(isSmall && !isEmpty) || undefined}
      data-fills={fills || undefined}
      onFocus={() => {
        setSmall(false);
      }}
    >
      <Log ref={ref} role="group" aria-label={listLabel} tabIndex={0} onScroll={handleScroll}>
        {isEmpty ? (
          <Empty>{empty}</Empty>
        ) : (
          <List role="list" aria-label={listLabel}>
            {children}
          </List>
        )}
      </Log>
      {status}
      <Foot>
        {!isAtEnd && (
          <Latest>
            <IconButton label={messages.toTheEnd} variant="secondary" size="sm" onClick={scrollToEnd}>
              <Icon name="down" />
            </IconButton>
          </Latest>
        )}
        {composer}
        {footer}
      </Foot>
    </Root>
  );
}

const Root = styled.section`
  display: flex;
  flex-direction: column;
  height: min(30rem, 80dvh);
  min-height: 16rem;
  min-width: 0;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.lg};
  background: ${token.color.surface};
  overflow: hidden;
  --chat-edge: ${token.space.lg};

  &[data-empty] {
    height: auto;
  }
  /* On phones, small enough to stay below the first screen. */
  &[data-small] {
    @media (min-width: 48rem) {
      height: 16rem;
    }
  }
  &[data-fills] {
    flex: 1 1 auto;
    height: auto;
    border: 0;
    border-radius: 0;
    background: none;
    --chat-edge: min(${token.space.xl}, 6vw);
  }

  @media print {
    &&& {
      display: block;
      height: auto;
      overflow: visible;
    }
  }
`;

const Log = styled.div`
  position: relative;
  display: flex;
  flex: 1 1 auto;
  flex-direction: column;
  min-height: 0;
  padding: ${token.space.lg} var(--chat-edge);
  overflow-y: auto;
  overscroll-behavior: contain;
  /* The browser must not undo the scrolling to the end. */
  overflow-anchor: none;

  &:focus-visible {
    outline-offset: -2px;
  }
  @media print {
    overflow: visible;
  }
`;

/** Centered where there is space; `safe` keeps the start reachable where there is none. */
const Empty = styled.div`
  display: grid;
  flex: 1;
  place-content: safe center;
  justify-items: center;
  text-align: center;
  overflow-wrap: anywhere;

  & p {
    text-wrap: balance;
  }
`;

const List = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space.lg};
  padding: 0;
  list-style: none;
`;

const Foot = styled.div`
  position: relative;
  display: grid;
  gap: ${token.space.sm};
  padding: ${token.space.md} var(--chat-edge) ${token.space.lg};
  border-block-start: 1px solid ${token.color.border};

  @media print {
    display: none;
  }
`;

const Latest = styled.div`
  position: absolute;
  inset-block-end: calc(100% + ${token.space.sm});
  inset-inline: 0;
  display: grid;
  justify-items: center;
  pointer-events: none;

  & > button {
    border-radius: ${token.radius.pill};
    box-shadow: ${token.shadow.md};
    pointer-events: auto;
  }
`;
