/** A press of Configure shows before the place of the form, which comes in the next frame. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { draftAgent } from '../../testing/agents';
import { useForms } from './useForms';

vi.mock('../../data/configuration', () => ({ readConfiguration: () => new Promise(() => undefined) }));
afterEach(cleanup);

const shown: string[] = [];
function Studio() {
  const [isPressed, setPressed] = useState(false);
  const { configure, isReading } = useForms(
    () => undefined,
    () => undefined,
  );
  // A transition renders it with its new value at once.
  const isUrgent = useDeferredValue(isReading) !== isReading;
  useLayoutEffect(() => {
    const place = isReading ? `, with the place of the form${isUrgent ? ' at once' : ''}` : '';
    shown.push(`${isPressed ? 'pressed' : 'idle'}${place}`);
  });
  return (
    <button
      type="button"
      onClick={() => {
        setPressed(true);
        void configure(draftAgent);
      }}
    />
  );
}

test('the press is shown first, and no other work delays the place (23)', async () => {
  render(<Studio />);
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => {
    expect(shown).toEqual([
      'idle',
      'pressed',
      'pressed, with the place of the form at once',
      'pressed, with the place of the form',
    ]);
  });
});
