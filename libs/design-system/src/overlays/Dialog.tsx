/**
 * A modal dialog, in the middle of the window or as a panel along its side. The first control inside receives focus;
 * the close button is last in the tab order. One file, because the order of its style rules matters, on screens and in
 * print.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styled, { keyframes } from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { PressFirst } from '../actions/pressFirst';
import { Icon } from '../display/Icon';
import { useOncePerFrame } from '../layout/afterFrame';
import { messages } from '../messages';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { token } from '../tokens';
import { keepHeight } from './keepHeight';
import { modalLook } from './modalLook';
import { OverlayContent } from './OverlayContent';
import { useModal } from './useModal';
import { useOpened } from './useOpened';

export interface DialogProps {
  /** The content renders a moment later (`useOpened`), so an effect that needs it belongs inside the content. */
  open: boolean;
  /** The user asks to close it: the close button, Escape, or a press outside. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /**
   * Buttons, the primary action last. Their `onClick` runs after the frame that shows the press: it is too late for
   * `preventDefault`, and `currentTarget` is null.
   */
  actions?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** A panel is as high as the window, and covers it on phones: for dialogs with an address. */
  kind?: 'dialog' | 'panel';
  /** The content takes the height of a panel and scrolls itself, such as a conversation. */
  fills?: boolean;
  closeLabel?: string;
  /** Escape and a press outside do nothing: only a button closes it. */
  isPersistent?: boolean;
  /** Focuses the title first, because the first control is an action while the content loads. */
  startsAtTitle?: boolean;
}

export function Dialog({ open, ...rest }: DialogProps) {
  return useOpened(open) ? createPortal(<OpenDialog {...rest} />, document.body) : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  actions,
  size = 'md',
  kind = 'dialog',
  fills = false,
  closeLabel = messages.close,
  isPersistent = false,
  startsAtTitle = false,
}: Omit<DialogProps, 'open'>) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const once = useOncePerFrame();
  const close = () => {
    once.run(onClose);
  };
  const modal = useModal(true, close, isPersistent);
  useLayoutEffect(() => {
    const head = heading.current;
    // Chromium may focus a scroll container: the content, or in a low window the panel.
    if (!head || !(startsAtTitle || document.activeElement?.matches('dialog > div, dialog > * > div')))
      return;
    // A form starts at its first field. Other controls may be far below the title.
    const first = content.current?.querySelector<HTMLElement>(
      ':is(a, button, input, select, textarea):not([hidden])',
    );
    const start = !startsAtTitle && first?.matches('input, select, textarea') ? first : head;
    // Set on demand: in the markup, every dialog could focus its title.
    if (start === head) head.tabIndex = -1;
    start.focus();
  }, [startsAtTitle]);
  return (
    <Root
      {...modal}
      data-kind={kind}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
    >
      <Panel ref={keepHeight} data-kind={kind} data-size={size}>
        <Head data-overlay-head="">
          <Heading ref={heading} level={2} size="lg" id={`${id}-title`}>
            {title}
          </Heading>
          {description !== undefined && (
            <Text as="div" size="sm" tone="muted" id={`${id}-description`}>
              {description}
            </Text>
          )}
        </Head>
        {children !== undefined && (
          <Body ref={content} data-fills={fills || undefined}>
            {/* Buttons in the content act at once, even if this dialog is rendered in the actions of another one. */}
            <PressFirst value={undefined}>
              <OverlayContent>{children}</OverlayContent>
            </PressFirst>
          </Body>
        )}
        {actions && (
          <PressFirst value={once}>
            <Foot data-actions="">{actions}</Foot>
          </PressFirst>
        )}
        <Corner>
          <IconButton label={closeLabel} size="sm" onClick={close}>
            <Icon name="close" />
          </IconButton>
        </Corner>
      </Panel>
    </Root>
  );
}

const rise = keyframes`from { opacity: 0; translate: 0 0.5rem; scale: 0.98; }`;
const slide = keyframes`from { opacity: 0; translate: var(--from, 3rem) 0; }`;

const Root = styled.dialog`
  ${modalLook}
  --scrollbar: inherit;
  /* The row is as high as the window, which limits the height of the panel. */
  grid-template-rows: minmax(0, 1fr);
  place-items: center;
  padding: ${token.space.gutter};

  /* On phones: a bottom sheet from edge to edge. */
  @media (max-width: 30rem) {
    place-items: end stretch;
    padding: ${token.space.xl} 0 0;
  }

  &[data-kind='panel'] {
    place-items: stretch end;
    padding: 0;
    &:dir(rtl) {
      --from: -3rem;
    }
  }

  /* In print it continues over several pages; theme.css hides the page behind it. */
  @media print {
    position: static;
    padding: 0;
    background: none;
    overflow: visible;
    &[open] {
      display: block;
    }
  }
`;

const Panel = styled.div`
  --scrollbar: inherit;
  position: relative;
  display: flex;
  flex-direction: column;
  width: 100%;
  max-width: 32rem;
  min-height: min(var(--least, 0px), 100%);
  max-height: 100%;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.lg};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  animation: ${rise} ${token.motion.base} ${token.motion.ease};
  overflow: hidden;

  --edge: min(${token.space.xl}, 6vw);

  &[data-size='sm'] {
    max-width: 26rem;
  }
  &[data-size='lg'] {
    max-width: 46rem;
  }

  @media (max-width: 30rem) {
    /* Matches the specificity of the size rules. */
    &[data-size] {
      max-width: none;
      border-width: 1px 0 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
  }

  /* After the rules of bottom sheets: a panel covers a phone. */
  &[data-kind='panel'] {
    max-width: 36rem;
    height: 100%;
    border-width: 0;
    border-radius: 0;
    animation-name: ${slide};
    @media (min-width: 37rem) {
      border-inline-start-width: 1px;
    }
    &[data-size='lg'] {
      max-width: 48rem;
    }
  }

  /*
   * In a low window or at large text sizes the whole panel scrolls: the actions would leave no space for the form. More
   * specific than the content's own rule.
   */
  @media (max-height: 30rem) {
    overflow-y: auto;
    & > :not([data-fills]) {
      flex: none;
    }
  }

  @media print {
    &[data-size] {
      display: block;
      max-width: none;
      height: auto;
      min-height: 0;
      max-height: none;
      border: 0;
      box-shadow: none;
      animation: none;
      overflow: visible;
    }
  }
`;

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space.xs};
  padding-block: ${token.space.xl} ${token.space.lg};
  padding-inline: var(--edge) ${token.space.huge};
  overflow-wrap: anywhere;

  [data-kind='panel'] > & {
    padding-block: 1.25rem;
    border-block-end: 1px solid ${token.color.border};
  }
`;

const Body = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  /* Space for the focus ring, which scrolling would clip. */
  padding: ${token.space.xs} var(--edge) ${token.space.xl};
  overflow-y: auto;
  overscroll-behavior: contain;
  /* For the focus ring of an element that a key scrolls into view. */
  scroll-padding-block: ${token.space.sm};

  /*
   * A scrollbar, such as after an error, replaces a part of the padding, so that the content does not move. Also in
   * theme.css.
   */
  @media not all and (max-width: 30rem) {
    --scrollbar: inherit;
    scrollbar-gutter: stable;
    padding-inline-end: calc(var(--edge) - var(--scrollbar));
  }

  /* Tab focuses scroll containers. The header and the edges would cover all but one line of the ring. */
  &:focus-visible {
    outline-offset: -2px;
  }
  [data-kind='panel'] > & {
    padding-block-start: ${token.space.lg};
  }
  &[data-fills] {
    display: flex;
    flex-direction: column;
    padding: 0;
    overflow: hidden;
    scrollbar-gutter: auto;
  }

  @media print {
    overflow: visible;
  }
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${token.space.sm};
  /* At the bottom of a dialog that keeps its height. */
  margin-block-start: auto;
  padding: ${token.space.lg} var(--edge);
  border-block-start: 1px solid ${token.color.border};

  @media print {
    display: none;
  }
`;

const Corner = styled.div`
  position: absolute;
  inset-block-start: ${token.space.lg};
  inset-inline-end: ${token.space.lg};

  @media print {
    display: none;
  }
`;
