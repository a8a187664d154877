/** A press of Configure shows before the place of the form, which takes long to render. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
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
  useLayoutEffect(() => {
    shown.push(`${isPressed ? 'pressed' : 'idle'}${isReading ? ', with the place of the form' : ''}`);
  });
  return (
    <button
      onClick={() => {
        setPressed(true);
        void configure(draftAgent);
      }}
    />
  );
}

test('the press is shown first (23)', async () => {
  render(<Studio />);
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => {
    expect(shown).toEqual(['idle', 'pressed', 'pressed, with the place of the form']);
  });
});
