/**
 * The region that shows up to three toasts: the newest results of user actions first, then the newest others. Hover and
 * focus pause their timers, and F8 moves the focus there. Render it once, in the frame.
 */
import { type FocusEvent, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, toast as hotToast, useToaster } from 'react-hot-toast/headless';
import styled, { keyframes } from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { useTopModal } from '../layout/topModal';
import { messages } from '../messages';
import { token } from '../tokens';
import { limitToasts, offsetAfter } from './limitToasts';
import { ToastActionButton } from './ToastActionButton';
import { actionOf, kindOf, type ToastKind } from './toast';
import { messageIdOf, setShownToasts } from './useToastMessage';
import { useToastPlace } from './useToastPlace';
import { NEVER_MS, useToastRemoval } from './useToastRemoval';
import { TOAST_SHORTCUT, useToastShortcut } from './useToastShortcut';

const icons: Readonly<Record<ToastKind, 'success' | 'danger' | 'info' | 'warning'>> = {
  success: 'success',
  error: 'danger',
  info: 'info',
  warning: 'warning',
};

export function Toasts({ label = messages.notifications }: { label?: string }) {
  const { toasts, handlers } = useToaster({ removeDelay: NEVER_MS });
  const { startPause, endPause, updateHeight } = handlers;
  const modal = useTopModal();
  const limited = limitToasts(toasts);
  const onScreen = limited.shown.map(({ id }) => id).join();

  useEffect(() => {
    setShownToasts(onScreen.split(','));
  }, [onScreen]);

  useToastRemoval(toasts, limited.surplus);
  const place = useToastPlace(limited.shown, modal);

  // Dismissing a toast removes it from under the pointer or focus, and no leave or blur event follows.
  const isEmpty = toasts.length === 0;
  useEffect(() => {
    if (isEmpty) endPause();
  }, [isEmpty, endPause]);

  const { handleFocus, handleKeyDown, giveBack } = useToastShortcut(place);
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Not while the pointer is over them: it keeps the other toasts on screen.
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) endPause();
  };

  const region = (
    <Region
      ref={place}
      data-toasts=""
      aria-label={label}
      aria-keyshortcuts={TOAST_SHORTCUT}
      onKeyDown={handleKeyDown}
      onMouseEnter={startPause}
      onMouseLeave={endPause}
      onFocusCapture={handleFocus}
      onFocus={startPause}
      onBlur={handleBlur}
    >
      {limited.shown.map((toast, index) => {
        const kind = kindOf(toast);
        const action = actionOf(toast);
        return (
          <Root
            key={toast.id}
            ref={(element) => {
              if (element && element.offsetHeight !== toast.height)
                updateHeight(toast.id, element.offsetHeight);
            }}
            style={{ ['--offset' as string]: `${String(offsetAfter(limited.shown.slice(0, index)))}px` }}
            data-toast={kind}
            data-leaving={toast.visible ? undefined : ''}
          >
            <Icon name={icons[kind]} label={messages[kind]} size={18} />
            <Message {...toast.ariaProps} id={messageIdOf(toast.id)}>
              {resolveValue(toast.message, toast)}
            </Message>
            {action && <ToastActionButton id={toast.id} action={action} onPressed={giveBack} />}
            <IconButton
              label={messages.dismiss}
              size="sm"
              onClick={() => {
                giveBack();
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

const enter = keyframes`from { opacity: 0; translate: 0 0.75rem; }`;

/**
 * Without a height: an added or removed toast moves the others with a transform, which is no layout shift. `top` is
 * below the top bar, `foot` above the buttons of a dialog.
 */
const Region = styled.section`
  position: fixed;
  inset-block-end: ${token.space.gutter};
  inset-inline-end: ${token.space.gutter};
  z-index: 50;
  width: min(24rem, calc(100% - 2 * ${token.space.gutter}));
  --toward: -1;

  &[data-side$='start'] {
    inset-inline: ${token.space.gutter} auto;
  }
  &[data-side^='top'] {
    inset-block: calc(${token.size.bar} + ${token.space.sm}) auto;
    --toward: 1;
    & > * {
      inset-block: 0 auto;
    }
  }
  &[data-side='foot'] {
    inset-block-end: var(--above);
  }

  /*
   * On phones three toasts cover a quarter of a panel, so the newest hides the others until it is touched or focused.
   */
  @media (max-width: 30rem) {
    &:not(:hover, :focus-within) > :not([data-leaving]) {
      &:not(:only-child) {
        box-shadow: 0 calc(var(--toward) * 0.5rem) 0 -0.25rem ${token.color.borderStrong};
      }
      & ~ [data-toast] {
        visibility: hidden;
        opacity: 0;
      }
    }
  }
`;

const Root = styled.div`
  position: absolute;
  inset: auto 0 0;
  transform: translateY(calc(var(--toward) * var(--offset)));
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
  transition: ${token.motion.base} ${token.motion.ease};

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
  text-wrap: balance;
`;
