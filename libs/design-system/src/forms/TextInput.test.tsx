import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TextInput } from './TextInput';

afterEach(cleanup);

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('connects label, hint and error with the control', () => {
  render(<TextInput label="Email" hint="Where we write to" error="Email is required" type="email" />);
  const input = screen.getByLabelText('Email');
  expect(input.getAttribute('type')).toBe('email');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toEqual(['Email is required', 'Where we write to']);
});

test('aria-invalid marks a control whose error is in a toast', () => {
  render(<TextInput label="Email" aria-invalid aria-errormessage="toast" />);
  const input = screen.getByLabelText('Email');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.getAttribute('aria-errormessage')).toBe('toast');
  expect(input.getAttribute('aria-describedby')).toBeNull();
});
