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

test('line and number are in step', async () => {
  render(<Instances />);
  fireEvent.change(line(), { target: { value: '7' } });
  expect(box().value).toBe('7');
  await userEvent.clear(box());
  expect(line().value).toBe('7');
  await userEvent.type(box(), '4');
  expect(line().value).toBe('4');
});

test('a number past the end becomes the end, once it is typed', async () => {
  render(<Instances />);
  await userEvent.clear(box());
  await userEvent.type(box(), '500');
  expect(line().value).toBe('10');
  await userEvent.tab();
  expect(box().value).toBe('10');
});

test('a box left empty goes back to the number', async () => {
  render(<Instances />);
  await userEvent.clear(box());
  await userEvent.tab();
  expect(box().value).toBe('3');
});

test.each([
  [0.31, { min: 0, max: 2, step: 0.1 }, 0.3],
  [0.7000000001, { min: 0, max: 1, step: 0.1 }, 0.7],
  [-5, { min: 1, max: 10, step: 1 }, 1],
  [99, { min: 1, max: 10, step: 4 }, 9],
  [1, { min: 0, max: 1, step: 0.1 }, 1],
])('%d on %o is %d', (value, scale, expected) => {
  expect(snap(value, scale)).toBe(expected);
});
