import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Tabs } from './Tabs';

afterEach(cleanup);

const tabs = [
  { id: 'curl', label: 'cURL', panel: 'curl words' },
  { id: 'js', label: 'JavaScript', panel: 'js words' },
  { id: 'py', label: 'Python', panel: 'py words' },
];

test('shows the first panel, and another on press', async () => {
  render(<Tabs label="Example" tabs={tabs} />);
  expect(screen.getByRole('tabpanel', { name: 'cURL' }).textContent).toBe('curl words');
  await userEvent.click(screen.getByRole('tab', { name: 'Python' }));
  expect(screen.getByRole('tabpanel', { name: 'Python' }).textContent).toBe('py words');
});

test('arrow keys move and wrap; only the selected tab is a tab stop', async () => {
  const handleChange = vi.fn();
  render(<Tabs label="Example" tabs={tabs} onValueChange={handleChange} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('Python');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('JavaScript');
  expect(handleChange.mock.calls.flat()).toEqual(['py', 'curl', 'js']);
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('js words');
});
