/** The region that shows the three newest toasts. Hover and focus pause their timers, and F8 moves the focus there. Render it once, in the frame. */
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, toast as hotToast, useToaster } from 'react-hot-toast/headless';
import styled, { keyframes } from 'styled-components';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { useTopModal } from '../layout/topModal';
import { messages } from '../messages';
import { token } from '../tokens';
import { actionOf, kindOf, type ToastAction, type ToastKind } from './toast';
import { type ToastSide, toastSideFor } from './toastSide';
import { messageIdOf, setShownToasts } from './useToastMessage';
import { TOAST_SHORTCUT, useToastShortcut } from './useToastShortcut';

const VISIBLE = 3;
const LEAVE_MS = 200;

const look: Readonly<Record<ToastKind, { icon: 'success' | 'danger' | 'info' | 'warning'; label: string }>> =
  {
    success: { icon: 'success', label: messages.success },
    error: { icon: 'danger', label: messages.error },
    info: { icon: 'info', label: messages.info },
    warning: { icon: 'warning', label: messages.warning },
  };

export function Toasts({ label = messages.notifications }: { label?: string }) {
  const { toasts, handlers } = useToaster({ removeDelay: LEAVE_MS });
  const { startPause, endPause } = handlers;
  const modal = useTopModal();
  const visible = toasts.filter((toast) => toast.visible);
  const idsOf = (some: typeof visible) => some.map((toast) => toast.id).join();
  const rendered = toasts.filter((toast) => !toast.visible || visible.indexOf(toast) < VISIBLE);
  const onScreen = idsOf(rendered);
  const surplus = idsOf(visible.slice(VISIBLE));

  useEffect(() => {
    setShownToasts(onScreen.split(','));
  }, [onScreen]);

  useEffect(() => {
    for (const id of surplus.split(',').filter(Boolean)) hotToast.remove(id);
  }, [surplus]);

  // Before they are painted. The region is measured at the bottom, where it belongs.
  const place = useRef<HTMLElement>(null);
  const [side, setSide] = useState<ToastSide>('bottom');
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || onScreen === '') return;
    element.dataset.side = 'bottom';
    const wanted = toastSideFor(element.getBoundingClientRect(), document.activeElement);
    element.dataset.side = wanted;
    setSide(wanted);
  }, [onScreen, modal]);

  // Dismissing a toast removes it from under the pointer or focus, and no leave or blur event follows.
  const isEmpty = toasts.length === 0;
  useEffect(() => {
    if (isEmpty) endPause();
  }, [isEmpty, endPause]);

  const handleKeyDown = useToastShortcut(place);
  const handleBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) endPause();
  };

  const region = (
    <Region
      ref={place}
      data-toasts=""
      data-side={side}
      aria-label={label}
      aria-keyshortcuts={TOAST_SHORTCUT}
      onKeyDown={handleKeyDown}
      onMouseEnter={startPause}
      onMouseLeave={endPause}
      onFocus={startPause}
      onBlur={handleBlur}
    >
      {rendered.map((toast) => {
        const kind = kindOf(toast);
        const action = actionOf(toast);
        return (
          <Root key={toast.id} data-toast={kind} data-leaving={toast.visible ? undefined : ''}>
            <Icon name={look[kind].icon} label={look[kind].label} size={18} />
            <Message {...toast.ariaProps} id={messageIdOf(toast.id)}>
              {resolveValue(toast.message, toast)}
            </Message>
            {action && <Action id={toast.id} action={action} />}
            <IconButton
              label={messages.dismiss}
              size="sm"
              onClick={() => {
                hotToast.dismiss(toast.id);
              }}
            >
              <Icon name="close" size={14} />
            </IconButton>
          </Root>
        );
      })}
    </Region>
  );
  // Everything outside the topmost dialog is inert, for screen readers too.
  return modal ? createPortal(region, modal) : region;
}

function Action({ id, action }: { id: string; action: ToastAction }) {
  return (
    <Button
      size="sm"
      onClick={() => {
        hotToast.dismiss(id);
        action.onPress();
      }}
    >
      {action.label}
    </Button>
  );
}

const enter = keyframes`from { opacity: 0; translate: 0 0.75rem; }`;

const Region = styled.section`
  position: fixed;
  inset-block-end: ${token.space.gutter};
  inset-inline-end: ${token.space.gutter};
  z-index: 50;
  display: flex;
  flex-direction: column-reverse;
  gap: ${token.space.sm};
  width: min(24rem, calc(100% - 2 * ${token.space.gutter}));

  /* Below the top bar. */
  &[data-side='top'] {
    inset-block: calc(${token.size.bar} + ${token.space.sm}) auto;
    flex-direction: column;
  }
`;

const Root = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${token.space.sm};
  padding: ${token.space.sm};
  padding-inline-start: ${token.space.md};
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.md};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  font-size: ${token.text.sm};
  animation: ${enter} ${token.motion.base} ${token.motion.ease};
  transition: opacity ${token.motion.base} ${token.motion.ease};

  &[data-leaving] {
    opacity: 0;
  }

  & > svg {
    flex: none;
    margin-block-start: 0.4375rem;
    color: var(--tone-text);
  }

  &[data-toast='success'] {
    --tone-text: ${token.color.successText};
  }
  &[data-toast='error'] {
    --tone-text: ${token.color.dangerText};
  }
  &[data-toast='warning'] {
    --tone-text: ${token.color.warningText};
  }
  &[data-toast='info'] {
    --tone-text: ${token.color.infoText};
  }
`;

const Message = styled.div`
  flex: 1;
  min-width: 0;
  padding-block: 0.375rem;
`;
