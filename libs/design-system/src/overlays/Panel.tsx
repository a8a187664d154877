/** A panel in a corner of the window; the page stays usable. It takes the focus, and Escape inside it closes it. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import { Heading } from '../text/Heading';
import { token } from '../tokens';
import { OverlayContent } from './OverlayContent';

export interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Always visible, below the scrolling content. */
  footer?: ReactNode;
}

export function Panel({ title, onClose, children, footer }: PanelProps) {
  const id = useId();
  const ref = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const panel = ref.current;
    const before = document.activeElement;
    panel?.focus();
    return () => {
      if (before instanceof HTMLElement && panel?.contains(document.activeElement)) before.focus();
    };
  }, []);

  return createPortal(
    <Root
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Head data-overlay-head="">
        <Heading level={2} size="md" id={id}>
          {title}
        </Heading>
        <IconButton label={messages.close} size="sm" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </Head>
      <Body>
        <OverlayContent>{children}</OverlayContent>
      </Body>
      {footer !== undefined && <Foot>{footer}</Foot>}
    </Root>,
    document.body,
  );
}

const Root = styled.aside`
  position: fixed;
  inset-block-end: ${token.space.md};
  inset-inline-end: ${token.space.md};
  z-index: 30;
  display: flex;
  flex-direction: column;
  width: min(26rem, calc(100vw - 2 * ${token.space.md}));
  max-height: min(36rem, 60dvh);
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.lg};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  overflow-wrap: anywhere;

  @media (max-width: 30rem) {
    inset-block-end: 0;
    inset-inline: 0;
    width: auto;
    border-width: 1px 0 0;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space.sm};
  padding: ${token.space.sm} ${token.space.lg};
  border-block-end: 1px solid ${token.color.border};
`;

const Body = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  padding: ${token.space.lg};
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${token.space.sm};
  padding: ${token.space.sm} ${token.space.lg};
  border-block-start: 1px solid ${token.color.border};
`;
