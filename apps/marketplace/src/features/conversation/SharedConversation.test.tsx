import { cleanup, screen } from '@testing-library/react';
import { renderPage, signOutAll, startBackend, startIntersections } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import { sampleReplies } from '../../testing/replies';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('begins on its title while the conversation loads, not on Close', async () => {
  startBackend(sampleReplies);
  await signOutAll();
  startIntersections();
  renderPage(<MarketplacePage />, '/marketplace?conversation=c1#key');
  await screen.findByRole('dialog', { name: 'Shared conversation' });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Shared conversation' }));
});
