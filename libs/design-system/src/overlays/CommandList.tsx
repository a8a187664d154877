/**
 * The command menu: a search box and its results, in a dialog. One file, because they share the selection. A combobox
 * with a listbox (ARIA Authoring Practices): the focus stays in the box, the arrow keys move the selection.
 */
import { type KeyboardEvent, type ReactNode, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styled, { keyframes } from 'styled-components';
import { Icon } from '../display/Icon';
import { useAfterFrame } from '../layout/afterFrame';
import { token } from '../tokens';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { CommandInput } from './CommandInput';
import { type Command, type CommandGroup, CommandOptions } from './CommandOptions';
import { modalLook } from './modalLook';
import { useModal } from './useModal';
import { useOpened } from './useOpened';

export interface CommandListProps {
  /** The accessible name of the dialog and of the search box. */
  label: string;
  placeholder: string;
  query: string;
  onQueryChange: (query: string) => void;
  groups: readonly CommandGroup[];
  /** The next step when there are no results. */
  suggestion?: Command;
  /** The number of results, or that there are none. Screen readers hear it when it changes. */
  status: string;
  /** A search is still running. */
  busy?: boolean;
  /** The keyboard shortcuts, at the bottom, while there is something to choose. */
  help?: ReactNode;
  /** Called when the search box is rendered and focused: a moment after the first render (`useOpened`). */
  onOpen?: () => void;
  onClose: () => void;
}

/** Wraps around at both ends of the list. */
const step = (from: number, by: number, count: number) => (from + by + count) % count;

export function CommandList(props: CommandListProps) {
  return useOpened(true) ? <OpenCommandList {...props} /> : null;
}

function OpenCommandList(props: CommandListProps) {
  const close = useAfterFrame(props.onClose);
  const handleOpen = useEffectEvent(() => props.onOpen?.());
  useLayoutEffect(() => {
    handleOpen();
  }, []);
  return createPortal(
    <Root {...useModal(true, close)} aria-label={props.label} data-commands="">
      <Body {...props} onClose={close} />
    </Root>,
    document.body,
  );
}

function Body({
  label,
  placeholder,
  query,
  onQueryChange,
  groups,
  suggestion,
  status,
  busy = false,
  help,
  onClose,
}: CommandListProps) {
  const id = useId();
  const isEmpty = groups.length === 0;
  const shown = isEmpty && suggestion ? [{ label: status, commands: [suggestion] }] : groups;
  const commands = shown.flatMap((group) => group.commands);
  const [chosenId, setChosenId] = useState<string>();
  // The selected command may have disappeared: fall back to the first.
  const at = Math.max(
    0,
    commands.findIndex((command) => command.id === chosenId),
  );
  const chosen = commands[at];
  const optionId = (command: Command) => `${id}-${command.id}`;

  const choose = (index: number) => {
    const command = commands[index];
    if (!command) return;
    setChosenId(command.id);
    document.getElementById(optionId(command))?.scrollIntoView({ block: 'nearest' });
  };

  const select = useAfterFrame((command: Command) => {
    command.onSelect();
  });

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const count = commands.length;
    const moves: Record<string, () => void> = {
      ArrowDown: () => {
        choose(step(at, 1, count));
      },
      ArrowUp: () => {
        choose(step(at, -1, count));
      },
      Enter: () => {
        if (chosen) select(chosen);
      },
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <Panel>
      <CommandInput
        label={label}
        placeholder={placeholder}
        listId={`${id}-list`}
        activeId={chosen && optionId(chosen)}
        value={query}
        onValueChange={(value) => {
          setChosenId(undefined);
          onQueryChange(value);
        }}
        onKeyDown={handleKey}
        onClose={onClose}
      />
      {isEmpty ? (
        <Nothing role="status">
          <Icon name="search" size={20} />
          {status}
        </Nothing>
      ) : (
        <VisuallyHidden role="status">{status}</VisuallyHidden>
      )}
      <CommandOptions
        id={`${id}-list`}
        label={label}
        busy={busy}
        groups={shown}
        titled={!isEmpty}
        chosen={chosen}
        optionId={optionId}
        onChoose={setChosenId}
        onSelect={select}
      />
      {help !== undefined && commands.length > 0 && <Help aria-hidden="true">{help}</Help>}
    </Panel>
  );
}

const rise = keyframes`from { opacity: 0; translate: 0 -0.5rem; }`;

const Root = styled.dialog`
  ${modalLook}
  justify-items: center;
  align-items: start;
  padding: min(14vh, 8rem) ${token.space.gutter} ${token.space.gutter};

  @media (max-width: 40rem) {
    padding-block-start: ${token.space.gutter};
  }
`;

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  width: min(40rem, 100%);
  /* A fixed height, because the number of results changes. */
  height: min(32rem, 100%);
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.lg};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  animation: ${rise} ${token.motion.fast} ${token.motion.ease};
  overflow: hidden;
`;

const Nothing = styled.p`
  display: grid;
  justify-items: center;
  gap: ${token.space.md};
  padding: ${token.space.xxl} ${token.space.xl} ${token.space.lg};
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};
  text-align: center;
`;

const Help = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.lg};
  padding: ${token.space.sm} ${token.space.lg};
  border-block-start: 1px solid ${token.color.border};
  color: ${token.color.textSubtle};
  font-size: ${token.text.xs};

  @media (pointer: coarse) {
    display: none;
  }
`;
