/**
 * A journey: the way of a user from a start to a goal, as a video. Each step is one act of the user, such as opening a
 * page, filling in a field or pressing a button. A journey has a number of steps that it may take, and no dead end: after
 * each step the page offers a way on.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './test';

export interface Journey {
  /** One act of the user, with its name in the video’s report. */
  step(what: string, act: () => Promise<unknown>): Promise<void>;
}

/** Links, buttons and fields that the user could use next, in the dialog that is open or on the page. */
const waysOn = (page: Page) =>
  page
    .locator('dialog:modal, body:not(:has(dialog:modal))')
    .last()
    .locator('a[href]:visible, button:enabled:visible, input:enabled:visible');

const DEAD_ENDS = /Something went wrong in this part|Couldn’t load (“|this)|Oops! Page not found/;

/**
 * Runs `walk` and expects at most `atMost` steps. The video and the report show the steps.
 * `mayFail` allows the messages of failures on the way, for a journey without a network.
 */
export async function journey(
  page: Page,
  { atMost, mayFail = false }: { atMost: number; mayFail?: boolean },
  walk: (journey: Journey) => Promise<void>,
): Promise<void> {
  let steps = 0;
  await walk({
    async step(what, act) {
      steps += 1;
      await test.step(`${String(steps)}. ${what}`, async () => {
        await act();
        await expect(waysOn(page).first(), `a way on after: ${what}`).toBeVisible({ timeout: 30_000 });
        if (!mayFail) await expect(page.getByText(DEAD_ENDS), `a dead end after: ${what}`).toHaveCount(0);
      });
    },
  });
  test.info().annotations.push({ type: 'steps', description: `${String(steps)} of ${String(atMost)}` });
  expect(steps, 'steps').toBeLessThanOrEqual(atMost);
}
