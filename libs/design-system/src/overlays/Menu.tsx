/** A short list of actions for one item, opened by a button. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styled, { keyframes } from 'styled-components';
import { token } from '../tokens';
import { nextItem } from './nextItem';
import { keepPlaced } from './place';

/** An action of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  /** Decorative. */
  icon?: ReactNode;
  /** `danger` marks actions that cannot be undone. */
  tone?: 'default' | 'danger';
  disabled?: boolean;
  onSelect: () => void;
}

/** The attributes that the button of a menu needs. */
export interface MenuAria {
  ref: (button: HTMLButtonElement | null) => void;
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuProps {
  /** The accessible name of the menu: `Actions for Sales Bot`. */
  label: string;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  /** Opens when it is mounted, with the focus on this item: for a menu whose code loads when its button is pressed. */
  opensAt?: 'first' | 'last' | undefined;
  /** The button. It must accept all props of `aria`. */
  children: (aria: MenuAria) => ReactNode;
}

const controls = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])'),
];

export function Menu({ label, items, align = 'start', opensAt, children }: MenuProps) {
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState<HTMLDivElement | null>(null);
  const [startsAtEnd, setStartsAtEnd] = useState(opensAt === 'last');
  const typed = useRef({ text: '', at: 0 });

  useEffect(() => {
    if (opensAt) list?.showPopover();
  }, [list, opensAt]);
  useEffect(() => {
    if (!isOpen || !list || !button) return undefined;
    const release = keepPlaced(list, button, { side: 'bottom', align });
    controls(list)
      .at(startsAtEnd ? -1 : 0)
      ?.focus();
    return release;
  }, [isOpen, list, button, align, startsAtEnd]);

  const close = () => {
    list?.hidePopover();
    button?.focus();
  };

  const handleButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setStartsAtEnd(event.key === 'ArrowUp');
    list?.showPopover();
  };

  const handleListKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      // Tab continues from the button; Escape must not close a dialog around the menu.
      if (event.key === 'Escape') event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    const next = nextItem(controls(event.currentTarget), event, typed.current);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      {children({
        ref: setButton,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': id,
        onKeyDown: handleButtonKey,
      })}
      <List
        ref={setList}
        id={id}
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'closed') setStartsAtEnd(false);
        }}
        onKeyDown={handleListKey}
      >
        {items.map((item) => (
          <Item
            key={item.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={item.disabled}
            data-tone={item.tone}
            onClick={() => {
              if (item.disabled) return;
              close();
              item.onSelect();
            }}
          >
            {item.icon}
            {item.label}
          </Item>
        ))}
      </List>
    </>
  );
}

const appear = keyframes`from { opacity: 0; translate: 0 -0.25rem; }`;

const List = styled.div`
  position: fixed;
  inset: var(--y, 0) auto auto var(--x, 0);
  min-width: 11rem;
  max-width: calc(100vw - 1rem);
  max-height: calc(100dvh - 1rem);
  padding: ${token.space.xs};
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.md};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  color: ${token.color.text};
  overflow-y: auto;
  animation: ${appear} ${token.motion.fast} ${token.motion.ease};
`;

const Item = styled.button`
  display: flex;
  align-items: center;
  gap: ${token.space.sm};
  width: 100%;
  min-height: ${token.size.controlSm};
  padding: 0.3125rem ${token.space.sm};
  border: 0;
  border-radius: ${token.radius.sm};
  background: none;
  font-size: ${token.text.sm};
  text-align: start;
  cursor: pointer;

  & > svg {
    flex: none;
    color: ${token.color.textSubtle};
  }
  &:hover,
  &:focus {
    background: ${token.color.surfaceHover};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[data-tone='danger'],
  &[data-tone='danger'] > svg {
    color: ${token.color.dangerText};
  }
  &[aria-disabled='true'] {
    opacity: 0.55;
    cursor: not-allowed;
  }
`;
