/** The header of a sortable column. A second press reverses the order. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Icon } from './Icon';
import type { Sort } from './sorted';

export interface SortButtonProps {
  column: string;
  sort: Sort | undefined;
  onSortChange: (sort: Sort) => void;
  children: ReactNode;
}

export function SortButton({ column, sort, onSortChange, children }: SortButtonProps) {
  const direction = sort?.column === column ? sort.direction : undefined;
  return (
    <Root
      type="button"
      onClick={() => {
        onSortChange({ column, direction: direction === 'ascending' ? 'descending' : 'ascending' });
      }}
    >
      {children}
      <Icon name={direction === undefined ? 'sort' : direction === 'ascending' ? 'up' : 'down'} size={14} />
    </Root>
  );
}

const Root = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${token.space.xs};
  min-height: 1.5rem;
  margin-inline: -0.375rem;
  padding: 0 0.375rem;
  border: 0;
  border-radius: ${token.radius.sm};
  background: none;
  font-weight: inherit;
  cursor: pointer;

  &:hover {
    background: ${token.color.surfaceHover};
    color: ${token.color.text};
  }
  [aria-sort] > & {
    color: ${token.color.text};
  }
`;
