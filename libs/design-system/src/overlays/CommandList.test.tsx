import { useState } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CommandList } from './CommandList';

// jsdom has the element and neither of its methods.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.querySelector('input')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const go = vi.fn<(id: string) => void>();

function Example() {
  const [query, setQuery] = useState('');
  const commands = ['Home', 'Help', 'Billing']
    .filter((label) => label.toLowerCase().includes(query))
    .map((label) => ({
      id: label,
      label,
      onSelect: () => {
        go(label);
      },
    }));
  return (
    <CommandList
      label="Search"
      placeholder="Go to …"
      query={query}
      onQueryChange={setQuery}
      groups={commands.length > 0 ? [{ label: 'Pages', commands }] : []}
      status={commands.length > 0 ? `${String(commands.length)} results` : 'Nothing found'}
      onClose={vi.fn()}
    />
  );
}

const box = () => screen.getByRole('combobox', { name: 'Search' });
const chosen = () => screen.getByRole('option', { selected: true });

test('the focus stays in the box while the arrows move the choice, round the ends', async () => {
  render(<Example />);
  expect(document.activeElement).toBe(box());
  expect(chosen().textContent).toBe('Home');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen().textContent).toBe('Help');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen().textContent).toBe('Billing');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen().textContent).toBe('Home');
  expect(document.activeElement).toBe(box());
  expect(box().getAttribute('aria-activedescendant')).toBe(chosen().id);
  expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
});

test('typing narrows the list and chooses its first again; Enter goes there', async () => {
  render(<Example />);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}he');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Help']);
  expect(chosen().textContent).toBe('Help');
  await userEvent.keyboard('{Enter}');
  expect(go).toHaveBeenCalledExactlyOnceWith('Help');
});

test('nothing found is said, and Enter does nothing then', async () => {
  go.mockClear();
  render(<Example />);
  await userEvent.type(box(), 'zzz');
  expect(screen.getByRole('status').textContent).toBe('Nothing found');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{Enter}{ArrowDown}');
  expect(go).not.toHaveBeenCalled();
});

test('a press chooses without taking the focus from the box', async () => {
  go.mockClear();
  render(<Example />);
  await userEvent.click(screen.getByRole('option', { name: 'Billing' }));
  expect(go).toHaveBeenCalledExactlyOnceWith('Billing');
  expect(document.activeElement).toBe(box());
});
