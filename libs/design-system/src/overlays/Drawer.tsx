/** A panel that slides in from an edge, such as navigation on a phone. A swipe closes it. */
import { type ReactNode, useDeferredValue, useId } from 'react';
import { createPortal } from 'react-dom';
import styled, { keyframes } from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import { Heading } from '../text/Heading';
import { token } from '../tokens';
import { drawerTiming } from './drawerTiming';
import { Handle } from './Handle';
import { modalLook } from './modalLook';
import { OverlayContent } from './OverlayContent';
import { type DrawerSide, useDrag } from './useDrag';
import { useModal } from './useModal';
import { usePresence } from './usePresence';

export interface DrawerProps {
  open: boolean;
  /** The user asks to close it: the close button, Escape, a press outside, or a swipe. */
  onClose: () => void;
  title: string;
  side?: DrawerSide;
  /** Links in rows, whose text is aligned with the title. Wrap other content in an inset `Stack`. */
  children: ReactNode;
  /** Always visible, below the scrolling content. */
  footer?: ReactNode;
  closeLabel?: string;
}

export function Drawer(props: DrawerProps) {
  // Deferred by one render, so that the press is painted first.
  const open = useDeferredValue(props.open, false);
  return usePresence(open, drawerTiming.unmount)
    ? createPortal(<PresentDrawer {...props} open={open} />, document.body)
    : null;
}

function PresentDrawer({
  open,
  onClose,
  title,
  side = 'right',
  children,
  footer,
  closeLabel = messages.close,
}: DrawerProps) {
  const id = useId();
  const modal = useModal(open, onClose);
  const drag = useDrag(side, onClose);
  return (
    <Root {...modal} aria-labelledby={id} data-side={side} data-leaving={open ? undefined : ''} inert={!open}>
      <Panel {...drag} data-side={side} data-leaving={open ? undefined : ''}>
        {side === 'bottom' && <Handle onClose={onClose} />}
        <Head data-overlay-head="">
          <Heading level={2} size="lg" id={id}>
            {title}
          </Heading>
        </Head>
        <Body>
          <OverlayContent>{children}</OverlayContent>
        </Body>
        {footer !== undefined && <Foot>{footer}</Foot>}
        <Corner>
          <IconButton label={closeLabel} size="sm" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </Corner>
      </Panel>
    </Root>
  );
}

const enter = keyframes`from { translate: var(--away); }`;

const time = `${String(drawerTiming.animation / 1000)}s`;
const ease = 'cubic-bezier(0.32, 0.72, 0, 1)';

const Root = styled.dialog`
  ${modalLook}
  transition: background-color ${time} ${ease};

  /* Already closed: focus has returned and the page is usable. Only the exit animation is running. */
  &[data-leaving] {
    display: grid;
    z-index: 40;
    background-color: transparent;
    pointer-events: none;
  }

  &[data-side='right'] {
    justify-items: right;
  }
  &[data-side='bottom'] {
    align-items: end;
    justify-items: center;
  }

  @media (prefers-reduced-motion: reduce) {
    transition-duration: 0s;
  }
`;

const Panel = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  width: min(24rem, 86vw);
  height: 100%;
  min-height: 0;
  border: 0 solid ${token.color.border};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  translate: var(--offset);
  transition: translate ${time} ${ease};
  animation: ${enter} ${time} ${ease};
  touch-action: pan-y;

  &[data-side='right'] {
    --away: 100% 0;
    --offset: var(--drag, 0) 0;
    border-left-width: 1px;
  }
  &[data-side='bottom'] {
    --away: 0 100%;
    --offset: 0 var(--drag, 0);
    width: min(40rem, 100%);
    height: auto;
    max-height: 88dvh;
    border-width: 1px 1px 0;
    border-radius: ${token.radius.xl} ${token.radius.xl} 0 0;
  }

  &[data-dragging] {
    transition: none;
    user-select: none;
  }
  &[data-leaving] {
    translate: var(--away);
  }

  @media (prefers-reduced-motion: reduce) {
    transition-duration: 0s;
  }
`;

const Head = styled.header`
  padding-block: ${token.space.lg} ${token.space.md};
  padding-inline: ${token.space.xl} ${token.space.huge};

  /* A touch on the header drags the drawer; one on the content scrolls. */
  [data-side='bottom'] > & {
    touch-action: none;
  }
`;

const Body = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  padding: ${token.space.xs} ${token.space.md} ${token.space.xl};
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Foot = styled.footer`
  padding: ${token.space.lg} ${token.space.xl};
  border-block-start: 1px solid ${token.color.border};
`;

const Corner = styled.div`
  position: absolute;
  inset-block-start: ${token.space.md};
  inset-inline-end: ${token.space.md};
`;
