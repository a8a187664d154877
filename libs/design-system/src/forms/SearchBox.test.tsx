import { useState } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchBox } from './SearchBox';

afterEach(cleanup);

function Search({ onSubmit }: { onSubmit?: () => void }) {
  const [value, setValue] = useState('');
  return <SearchBox label="Search agents" value={value} onValueChange={setValue} onSubmit={onSubmit} />;
}

test('is a labeled search box', { tags: ['MKT-40'] }, async () => {
  render(<Search />);
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search agents' });
  await userEvent.type(input, 'sales');
  expect(input.value).toBe('sales');
});

test('shows the clear button while there is text; clearing keeps the focus', async () => {
  render(<Search />);
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), 'sales');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('Enter searches at once', async () => {
  const handleSubmit = vi.fn();
  render(<Search onSubmit={handleSubmit} />);
  await userEvent.type(screen.getByRole('searchbox'), 'sales{Enter}');
  expect(handleSubmit).toHaveBeenCalledOnce();
});
