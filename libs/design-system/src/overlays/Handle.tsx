/**
 * The drag handle of a bottom drawer. A tap closes the drawer; a hold and a double tap do nothing, because users rarely
 * intend them.
 */
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { drawerTiming } from './drawerTiming';

/** For touch only: keyboards have the close button and Escape. */
export function Handle({ onClose }: { onClose: () => void }) {
  const pressedAt = useRef(0);
  const tap = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      clearTimeout(tap.current);
    },
    [],
  );

  return (
    <Root
      aria-hidden="true"
      data-handle=""
      onPointerDown={(event) => {
        pressedAt.current = event.timeStamp;
      }}
      onClick={(event) => {
        clearTimeout(tap.current);
        if (event.detail > 1 || event.timeStamp - pressedAt.current > drawerTiming.longPress) return;
        tap.current = setTimeout(onClose, drawerTiming.doubleTap);
      }}
    />
  );
}

const Root = styled.div`
  flex: none;
  display: grid;
  place-items: center;
  height: 1.5rem;
  touch-action: none;
  cursor: grab;

  &::before {
    content: '';
    width: 2.5rem;
    height: 0.25rem;
    border-radius: ${token.radius.pill};
    background: ${token.color.borderStrong};
  }
`;
