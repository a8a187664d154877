import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { TextArea } from './TextArea';

afterEach(cleanup);

test('connects label, error, hint and counter with the control', () => {
  render(
    <TextArea label="Bio" hint="In a sentence" error="Too long" characterLimit={10} defaultValue="Hello" />,
  );
  const control = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' });
  expect(control.getAttribute('aria-invalid')).toBe('true');
  const words = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(words).toEqual(['Too long', 'In a sentence', '5 of 10 characters']);
});

test('counts characters, and announces the count only at the limit', async () => {
  render(<TextArea label="Bio" characterLimit={3} />);
  await userEvent.type(screen.getByRole('textbox'), 'ab');
  expect(screen.getByText('2 / 3')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
  await userEvent.type(screen.getByRole('textbox'), 'cd');
  expect(screen.getByText('4 / 3').closest('[data-over]')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('4 of 3 characters');
});

test('counts the value when controlled', () => {
  render(<TextArea label="Bio" characterLimit={300} value="Hello" onChange={() => undefined} />);
  expect(screen.getByText('5 / 300')).toBeTruthy();
});

test('large counts have separators', () => {
  render(<TextArea label="Prompt" characterLimit={8000} value="Hello" onChange={() => undefined} />);
  expect(screen.getByText('5 / 8,000')).toBeTruthy();
});
