/** The results of a command menu, in named groups. The pointer moves the selection of the search box. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

/** A result of the command menu. */
export interface Command {
  id: string;
  label: string;
  /** Distinguishes commands with the same label. */
  hint?: string;
  /** Decorative. */
  icon?: ReactNode;
  onSelect: () => void;
}

/** A named group of results. */
export interface CommandGroup {
  label: string;
  commands: readonly Command[];
}

export interface CommandOptionsProps {
  id: string;
  label: string;
  busy: boolean;
  groups: readonly CommandGroup[];
  /** Whether the names of the groups are visible. */
  titled: boolean;
  chosen: Command | undefined;
  optionId: (command: Command) => string;
  onChoose: (id: string) => void;
  onSelect: (command: Command) => void;
}

export function CommandOptions({
  id,
  label,
  busy,
  groups,
  titled,
  chosen,
  optionId,
  onChoose,
  onSelect,
}: CommandOptionsProps) {
  return (
    <List id={id} role="listbox" aria-label={label} aria-busy={busy}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          {titled && <Title aria-hidden="true">{group.label}</Title>}
          {group.commands.map((command) => (
            <Option
              key={command.id}
              type="button"
              id={optionId(command)}
              role="option"
              tabIndex={-1}
              aria-selected={command === chosen}
              // Keeps the focus in the search box.
              onPointerDown={(event) => {
                event.preventDefault();
              }}
              onPointerMove={() => {
                onChoose(command.id);
              }}
              onClick={() => {
                onSelect(command);
              }}
            >
              {command.icon}
              <span>{command.label}</span>
              {command.hint !== undefined && <small>{command.hint}</small>}
            </Option>
          ))}
        </div>
      ))}
    </List>
  );
}

const List = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  padding: ${token.space.sm};
  overflow-y: auto;
  overscroll-behavior: contain;

  &:empty {
    display: none;
  }
`;

const Title = styled.div`
  padding: ${token.space.sm} ${token.space.sm} ${token.space.xs};
  color: ${token.color.textSubtle};
  font-size: ${token.text.xs};
  font-weight: 500;
`;

const Option = styled.button`
  display: flex;
  width: 100%;
  border: 0;
  background: none;
  text-align: start;
  align-items: center;
  gap: ${token.space.md};
  min-height: ${token.size.controlMd};
  padding: ${token.space.xs} ${token.space.sm};
  border-radius: ${token.radius.sm};
  font-size: ${token.text.sm};
  cursor: pointer;

  & > svg {
    flex: none;
    color: ${token.color.textSubtle};
  }
  & > span {
    flex: 1 1 auto;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  /* A long name of a creator breaks, instead of taking the width of the agent's. */
  & > small {
    flex: 0 1 auto;
    max-width: 40%;
    overflow-wrap: anywhere;
    color: ${token.color.textSubtle};
    font-size: ${token.text.xs};
    text-align: end;
  }
  &[aria-selected='true'] {
    background: ${token.color.surfaceHover};
  }
  @media (forced-colors: active) {
    &[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
