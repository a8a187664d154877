/**
 * A box to type into and what it finds, in front of the page: one key away from anywhere.
 * A combobox with a list, as the ARIA Authoring Practices describe it: the focus stays in the box, the arrows move the choice.
 */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import styled, { keyframes } from 'styled-components';
import { Icon } from '../display/Icon';
import { token } from '../tokens';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { type Command, type CommandGroup, CommandOptions } from './CommandOptions';
import { modalLook } from './modalLook';
import { useModal } from './useModal';

export interface CommandListProps {
  /** What it is for; the dialog's name and the box's. */
  label: string;
  placeholder: string;
  query: string;
  onQueryChange: (query: string) => void;
  groups: readonly CommandGroup[];
  /** Said when nothing is found, and how many are: the list is not read out by itself. */
  status: string;
  /** Something is still looked for. */
  busy?: boolean;
  /** The keys, at the foot. */
  help?: ReactNode;
  onClose: () => void;
}

/** From one end of the list to the other. */
const step = (from: number, by: number, count: number) => (from + by + count) % count;

export function CommandList({ onClose, label, ...rest }: CommandListProps) {
  const modal = useModal(true, onClose);
  return createPortal(
    <Root {...modal} aria-label={label}>
      <Body label={label} {...rest} />
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
  status,
  busy = false,
  help,
}: Omit<CommandListProps, 'onClose'>) {
  const id = useId();
  const commands = groups.flatMap((group) => group.commands);
  const [chosenId, setChosenId] = useState<string>();
  // What was chosen may be gone: then the first is.
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
      Enter: () => chosen?.onSelect(),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <Panel>
      <Box>
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setChosenId(undefined);
            onQueryChange(event.target.value);
          }}
          onKeyDown={handleKey}
        />
      </Box>
      <CommandOptions
        id={`${id}-list`}
        label={label}
        busy={busy}
        groups={groups}
        chosen={chosen}
        optionId={optionId}
        onChoose={setChosenId}
      />
      {commands.length === 0 ? (
        <Nothing role="status">{status}</Nothing>
      ) : (
        <VisuallyHidden role="status">{status}</VisuallyHidden>
      )}
      {help !== undefined && <Help aria-hidden="true">{help}</Help>}
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
  max-height: min(32rem, 100%);
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.lg};
  background: ${token.color.surfaceRaised};
  box-shadow: ${token.shadow.lg};
  animation: ${rise} ${token.motion.fast} ${token.motion.ease};
  overflow: hidden;
`;

const Box = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space.md};
  padding-inline: ${token.space.lg};
  border-block-end: 1px solid ${token.color.border};
  color: ${token.color.textSubtle};

  & > svg {
    flex: none;
  }
  & > input {
    flex: 1;
    min-width: 0;
    min-height: 3.25rem;
    padding: 0;
    border: 0;
    outline: none;
    background: none;
    color: ${token.color.text};
  }
  & > input::placeholder {
    color: ${token.color.textSubtle};
    opacity: 1;
  }
`;

const Nothing = styled.p`
  padding: ${token.space.xxl} ${token.space.xl};
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
