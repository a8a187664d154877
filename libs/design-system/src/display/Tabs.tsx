/** Tabs. The arrow keys move between tabs; Tab moves into the panel. */
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

/** One tab: its id, its label and its panel. */
export interface Tab {
  id: string;
  label: ReactNode;
  panel: ReactNode;
}

export interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  /** At least one. */
  tabs: readonly Tab[];
  /** The id of the selected tab. Without it the component is uncontrolled and starts with the first tab. */
  value?: string;
  onValueChange?: (id: string) => void;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** In right-to-left text the tabs run from right to left. */
const mirrored: Readonly<Record<string, string>> = { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' };

export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState<string>();
  const chosen = tabs.find((tab) => tab.id === (value ?? own)) ?? tabs[0];
  // Deferred, so that the tab shows its press first.
  const shownId = useDeferredValue(chosen?.id);
  if (!chosen) return null;
  const shown = tabs.find((tab) => tab.id === shownId) ?? chosen;

  const choose = (next: string) => {
    setOwn(next);
    onValueChange?.(next);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const key = isRightToLeft ? (mirrored[event.key] ?? event.key) : event.key;
    const next = tabs[steps[key]?.(tabs.indexOf(chosen), tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };

  return (
    <div>
      <List role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <Handle
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${id}-panel` : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => {
              choose(tab.id);
            }}
          >
            {tab.label}
          </Handle>
        ))}
      </List>
      <Panel
        key={shown.id}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${shown.id}`}
        tabIndex={0}
      >
        {shown.panel}
      </Panel>
    </div>
  );
}

const List = styled.div`
  display: flex;
  gap: ${token.space.xs};
  /* Space for the focus ring, which scrolling would clip. */
  padding: 0.1875rem 0.1875rem 0;
  border-block-end: 1px solid ${token.color.border};
  overflow: auto hidden;
  scrollbar-width: none;
`;

const Handle = styled.button`
  flex: none;
  min-height: ${token.size.controlMd};
  padding: 0 ${token.space.md};
  border: 0;
  border-block-end: 2px solid transparent;
  border-start-start-radius: ${token.radius.sm};
  border-start-end-radius: ${token.radius.sm};
  background: none;
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};
  font-weight: 500;
  cursor: pointer;
  transition: color ${token.motion.fast} ${token.motion.ease};

  &:hover {
    color: ${token.color.text};
  }
  &[aria-selected='true'] {
    border-color: ${token.color.accent};
    color: ${token.color.text};
  }
  &:focus-visible {
    outline-offset: -1px;
  }

  /* Forced colors paint transparent borders. */
  @media (forced-colors: active) {
    border-color: Canvas;
    &[aria-selected='true'] {
      border-color: Highlight;
    }
  }
`;

const Panel = styled.div`
  padding-block-start: ${token.space.lg};
  border-radius: ${token.radius.sm};
`;
