import { useState } from 'react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Slider } from './Slider';
import { snap } from './snap';

afterEach(cleanup);

function Instances() {
  const [value, setValue] = useState(3);
  return <Slider label="Instances" min={1} max={10} value={value} onValueChange={setValue} />;
}
const line = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Instances' });
const box = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Instances, as a number' });

test('keeps slider and number input in sync', async () => {
  render(<Instances />);
  fireEvent.change(line(), { target: { value: '7' } });
  expect(box().value).toBe('7');
  await userEvent.clear(box());
  await userEvent.type(box(), '4');
  expect(line().value).toBe('4');
});

test.each([
  ['500', '10'],
  ['', '1'],
])('keeps the typed text %j, and the slider shows %s', async (typed, nearest) => {
  render(<Instances />);
  await userEvent.clear(box());
  if (typed) await userEvent.type(box(), typed);
  await userEvent.tab();
  expect(box().value).toBe(typed);
  expect(line().value).toBe(nearest);
});

test('the error marks the number input only', () => {
  render(
    <Slider
      label="Instances"
      min={1}
      max={10}
      value={11}
      error="At most 10"
      onValueChange={() => undefined}
    />,
  );
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(box().getAttribute('aria-describedby')).toBe(screen.getByText('At most 10').id);
  expect(line().hasAttribute('aria-invalid')).toBe(false);
});

test.each([
  [0.31, { min: 0, max: 2, step: 0.1 }, 0.3],
  [0.7000000001, { min: 0, max: 1, step: 0.1 }, 0.7],
  [-5, { min: 1, max: 10, step: 1 }, 1],
  [99, { min: 1, max: 10, step: 4 }, 9],
  [1, { min: 0, max: 1, step: 0.1 }, 1],
])('rounds %d on %o to %d', (value, scale, expected) => {
  expect(snap(value, scale)).toBe(expected);
});
