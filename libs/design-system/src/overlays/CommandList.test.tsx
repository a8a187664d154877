import { useState } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { nextFrame } from '../layout/afterFrame';
import { CommandList } from './CommandList';

// jsdom lacks the methods of dialogs.
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

/** A press acts after the frame that shows it. */
const frame = () => act(() => nextFrame());

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

test('without results, the only choice is the next step', async () => {
  const handleSelect = vi.fn();
  const suggestion = { id: 'more', label: 'Search everywhere', onSelect: handleSelect };
  const props = { label: 'Search', placeholder: '', query: 'x', groups: [], help: 'Enter to go' };
  const { rerender } = render(
    <CommandList {...props} onQueryChange={vi.fn()} status="Nothing found" onClose={vi.fn()} />,
  );
  // There is nothing to go to.
  expect(screen.queryByText('Enter to go')).toBeNull();
  rerender(
    <CommandList
      {...props}
      suggestion={suggestion}
      onQueryChange={vi.fn()}
      status="Nothing found"
      onClose={vi.fn()}
    />,
  );
  expect(screen.getByRole('status').textContent).toBe('Nothing found');
  expect(screen.getByText('Enter to go')).toBeTruthy();
  expect(chosen().textContent).toBe('Search everywhere');
  await userEvent.keyboard('{Enter}');
  await frame();
  expect(handleSelect).toHaveBeenCalledOnce();
});

test('touch screens have a button that closes it', async () => {
  const handleClose = vi.fn();
  render(
    <CommandList
      {...{ label: 'Search', placeholder: '', query: '', groups: [], status: '' }}
      onQueryChange={vi.fn()}
      onClose={handleClose}
    />,
  );
  // jsdom has no pointer: the style that hides it for a mouse does not apply.
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await frame();
  expect(handleClose).toHaveBeenCalledOnce();
});

test('keeps the focus in the box while the arrow keys move the selection and wrap', async () => {
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

test('typing filters the list and selects its first command; Enter runs it', async () => {
  render(<Example />);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}he');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Help']);
  expect(chosen().textContent).toBe('Help');
  await userEvent.keyboard('{Enter}');
  expect(go).not.toHaveBeenCalled();
  await frame();
  expect(go).toHaveBeenCalledExactlyOnceWith('Help');
});

test('announces an empty result, and ignores Enter', async () => {
  go.mockClear();
  render(<Example />);
  await userEvent.type(box(), 'zzz');
  expect(screen.getByRole('status').textContent).toBe('Nothing found');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{Enter}{ArrowDown}');
  await frame();
  expect(go).not.toHaveBeenCalled();
});

test('a press selects a command and leaves the focus in the box', async () => {
  go.mockClear();
  render(<Example />);
  await userEvent.click(screen.getByRole('option', { name: 'Billing' }));
  await frame();
  expect(go).toHaveBeenCalledExactlyOnceWith('Billing');
  expect(document.activeElement).toBe(box());
});
