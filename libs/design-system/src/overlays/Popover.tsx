/** A panel below the button that opens it. Its content is in the document only while it is open. */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import styled, { keyframes } from 'styled-components';
import { token } from '../tokens';
import { keepPlaced } from './place';

export interface PopoverProps {
  /** Called on Escape, a press outside, or when the focus leaves. */
  onClose: () => void;
  /** The button that opened it. It gets the focus back. */
  anchor: HTMLElement;
  /** The accessible name. */
  label: string;
  id?: string;
  align?: 'start' | 'end';
  /** `lg` for sentences. */
  size?: 'md' | 'lg';
  children: ReactNode;
  /** Always visible, below the scrolling content. */
  footer?: ReactNode;
}

/** The first match gets the focus: a focusable heading, or the first control. */
const stops = 'h2[tabindex], a[href], button:not(:disabled), input:not(:disabled)';

/** Render it after its button: the order of the document is the tab order. */
export function Popover({
  onClose,
  anchor,
  label,
  id,
  align = 'end',
  size = 'md',
  children,
  footer,
}: PopoverProps) {
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);

  useLayoutEffect(() => {
    if (!panel) return undefined;
    panel.showPopover();
    const release = keepPlaced(panel, anchor, { side: 'bottom', align });
    panel.querySelector<HTMLElement>(stops)?.focus();
    return () => {
      release();
      if (panel.contains(document.activeElement)) anchor.focus();
    };
  }, [panel, anchor, align]);

  const handleOutside = useEffectEvent((event: Event) => {
    if (!(event.target instanceof Node)) return;
    // Presses of the button, and focus on it, are handled by the button.
    if (!panel?.contains(event.target) && !anchor.contains(event.target)) onClose();
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listener = (event: Event) => {
      handleOutside(event);
    };
    const keyListener = (event: KeyboardEvent) => {
      handleKey(event);
    };
    document.addEventListener('pointerdown', listener);
    document.addEventListener('focusin', listener);
    document.addEventListener('keydown', keyListener);
    return () => {
      document.removeEventListener('pointerdown', listener);
      document.removeEventListener('focusin', listener);
      document.removeEventListener('keydown', keyListener);
    };
  }, []);

  return (
    // `manual`: with `auto`, a press of the button would first close it, and then open it again.
    <Panel ref={setPanel} id={id} role="group" aria-label={label} popover="manual" data-size={size}>
      <Body>{children}</Body>
      {footer !== undefined && <Foot>{footer}</Foot>}
    </Panel>
  );
}

const appear = keyframes`from { opacity: 0; translate: 0 -0.25rem; }`;

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  position: fixed;
  inset: var(--y, 0) auto auto var(--x, 0);
  width: 18rem;
  &[data-size='lg'] {
    width: min(24rem, calc(100vw - 2rem));
  }
  max-width: calc(100vw - 1rem);
  /* Below its button, and at most as high as the window allows. */
  max-height: calc(100dvh - var(--y, 0px) - 0.5rem);
  padding: 0;
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.lg};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  color: ${token.color.text};
  font-size: ${token.text.sm};
  overflow: hidden;
  animation: ${appear} ${token.motion.fast} ${token.motion.ease};
`;

const Body = styled.div`
  min-height: 0;
  padding: ${token.space.sm};
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Foot = styled.div`
  flex: none;
  padding: ${token.space.xs} ${token.space.sm};
  border-block-start: 1px solid ${token.color.border};
`;
