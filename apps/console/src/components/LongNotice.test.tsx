/** A long path in a message breaks into lines. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LongNotice } from './LongNotice';

afterEach(cleanup);

test('breaks anywhere', () => {
  render(<LongNotice tone="warning">environments/production/revisions/41/composition.json</LongNotice>);
  expect(screen.getByText(/^environments/).dataset['preserveLines']).toBe('true');
});
