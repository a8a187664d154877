/** A long name takes a fixed width, so that the actions of its row stay in view. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Names } from './Names';
import { Reason } from './Reason';

afterEach(cleanup);

test.each([
  ['Ada', ''],
  ['ada.lovelace-byron-of-the-platform-team@example.com', 'clamp(8rem, (30rem - 100vw) * 999, 50vw)'],
])('%s', (name, width) => {
  render(
    <td>
      <Names>{name}</Names>
    </td>,
    { container: document.body.appendChild(document.createElement('tr')) },
  );
  expect(screen.getByText(name).parentElement?.style.minWidth).toBe(width);
});

test('a reason is as wide, so that the values of a card on a phone begin at one edge', () => {
  const name = 'ada.lovelace-byron-of-the-platform-team@example.com';
  render(
    <>
      <Names>{name}</Names>
      <Reason>broken</Reason>
    </>,
  );
  const widthOf = (text: string) => screen.getByText(text).parentElement?.style.minWidth;
  expect(widthOf('broken')).toBe(widthOf(name));
});
