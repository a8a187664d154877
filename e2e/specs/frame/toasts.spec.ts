/**
 * Toasts stand where they cover neither the head of an open dialog nor the buttons that they are about. `npm test` has the
 * state and width with the least room.
 */
import type { Page } from '@playwright/test';
import { stopTimersFrom } from '../../support/longTimers';
import { memberStates, provoked } from '../../support/pageStates';
import { expect, signedInTest } from '../../support/test';
import { cellsOf } from '../../support/tier';

/** The parts that toasts cover: of the head of a dialog, its buttons, and the button of a form. */
const readCovered = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-toast]')].map((toast) =>
      toast.getBoundingClientRect(),
    );
    const kept = document.querySelectorAll(
      'dialog [data-overlay-head], dialog footer button, form [type=submit]',
    );
    const covered = [...kept].filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return toasts.some(
        (toast) => left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom,
      );
    });
    return covered.map(({ textContent }) => textContent);
  });

signedInTest.use({ expectedErrors: provoked });
const states = ['deployments-new-failed', 'deployments-key', 'agents-form-failed'] as const;
for (const state of cellsOf<(typeof states)[number]>(states, 'deployments-new-failed')) {
  for (const width of cellsOf([320, 768, 1440], 320)) {
    signedInTest(`${state} at ${String(width)} px (20)`, async ({ page }) => {
      await stopTimersFrom(page, 1_400);
      await page.setViewportSize({ width, height: width < 768 ? 640 : 900 });
      await memberStates[state](page);
      await expect(page.locator('[data-toast]').first()).toBeVisible();
      await expect.poll(() => readCovered(page)).toEqual([]);
    });
  }
}
