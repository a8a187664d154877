import { expect, test, vi } from 'vitest';
import { translated, waitForTranslations } from './translations';

test('a slice is translated before its code runs, in a page that has translations', async () => {
  await expect(translated({ base: '/slices/notes/1/' })).resolves.toBeUndefined();
  const step = vi.fn(() => Promise.resolve());
  waitForTranslations(step);
  await translated({ base: '/slices/notes/1/' });
  expect(step.mock.calls).toEqual([[{ base: '/slices/notes/1/' }]]);
});
