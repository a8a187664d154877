import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { CodeField } from './CodeField';

afterEach(cleanup);

test.each(['  724 443 ', '724-443', 'Code:\u00a0724443\n'])(
  'of a paste of %j, all digits are left',
  async (text) => {
    const changes: string[] = [];
    render(
      <CodeField
        error={undefined}
        onChange={(digits) => {
          changes.push(digits);
        }}
      />,
    );
    const field = screen.getByLabelText<HTMLInputElement>('Six-digit code');
    field.focus();
    await userEvent.paste(text);
    expect([field.value, changes]).toEqual(['724443', ['724443']]);
    expect(field.autocomplete).toBe('one-time-code');
  },
);

test('letters are not typed, and one digit too many is not lost', async () => {
  render(<CodeField error={undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('Six-digit code');
  await userEvent.type(field, '12a 34567');
  expect(field.value).toBe('1234567');
});
