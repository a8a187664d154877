/** A short description of a control, shown on hover and focus. Never the only place for essential text. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import styled, { keyframes } from 'styled-components';
import { token } from '../tokens';
import { keepPlaced } from './place';

/** How long the pointer rests on a control before its tooltip appears. */
export const TOOLTIP_DELAY_MS = 700;
/** Time for the pointer to move from the control to the tooltip, whose text can be selected. */
const GRACE_MS = 120;

/** The attributes that the control of a tooltip needs. */
export interface TooltipAria {
  ref: (control: HTMLElement | null) => void;
  'aria-describedby': string;
  /** Prevents the browser's tooltip next to this one. */
  title: undefined;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface TooltipProps {
  text: string;
  side?: 'top' | 'bottom';
  /** The control. It must accept all props of `aria`. */
  children: (aria: TooltipAria) => ReactNode;
}

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId();
  const [control, setControl] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  const [goal, setGoal] = useState({ shown: false, after: 0 });
  const popover = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(goal.shown);
    }, goal.after);
    return () => {
      clearTimeout(timer);
    };
  }, [goal]);

  const show = () => {
    setGoal({ shown: true, after: TOOLTIP_DELAY_MS });
  };
  const leave = () => {
    setGoal({ shown: false, after: GRACE_MS });
  };
  const hide = () => {
    setGoal({ shown: false, after: 0 });
    setShown(false);
  };

  useEffect(() => {
    const bubble = popover.current;
    if (!isShown || !bubble || !control) return undefined;
    bubble.showPopover();
    const release = keepPlaced(bubble, control, { side, align: 'center' });
    return () => {
      release();
      bubble.hidePopover();
    };
  }, [isShown, control, side, text]);

  return (
    <>
      {children({
        ref: setControl,
        'aria-describedby': id,
        title: undefined,
        onPointerEnter: (event) => {
          if (event.pointerType !== 'touch') show();
        },
        onPointerLeave: leave,
        onPointerDown: hide,
        onFocus: (event) => {
          // A press focuses the control too, and needs no explanation.
          if (event.target.matches(':focus-visible')) show();
        },
        onBlur: hide,
        onKeyDown: (event) => {
          if (event.key !== 'Escape' || !isShown) return;
          // The first Escape closes the tooltip, not the dialog around it.
          event.preventDefault();
          event.stopPropagation();
          hide();
        },
      })}
      <Bubble
        ref={popover}
        id={id}
        role="tooltip"
        popover="manual"
        onPointerEnter={() => {
          setGoal({ shown: true, after: 0 });
        }}
        onPointerLeave={leave}
      >
        {text}
      </Bubble>
    </>
  );
}

const appear = keyframes`from { opacity: 0; }`;

const Bubble = styled.span`
  position: fixed;
  inset: var(--y, 0) auto auto var(--x, 0);
  width: max-content;
  max-width: min(18rem, calc(100vw - 1rem));
  padding: 0.375rem ${token.space.sm};
  border: 1px solid transparent;
  border-radius: ${token.radius.sm};
  background: ${token.color.text};
  box-shadow: ${token.shadow.md};
  color: ${token.color.canvas};
  font-size: ${token.text.xs};
  font-weight: 500;
  line-height: 1.4;
  white-space: normal;
  text-align: start;
  animation: ${appear} ${token.motion.fast} ${token.motion.ease};
`;
