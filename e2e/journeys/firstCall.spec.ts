/** From the landing page to an answered call, by a stranger: at a desk, on a phone, and with the keyboard only. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { devices, type Locator, type Page } from '@playwright/test';
import { journey, type Journey } from '../support/journey';
import { mailsTo } from '../support/mailbox';
import { tabTo } from '../support/tabTo';
import { expect, test } from '../support/test';

const permissions = ['clipboard-read', 'clipboard-write'];
const PASSWORD = 'Plum-orbit-7';

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function mailedCode(email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => (code = /\b\d{6}\b/.exec((await mailsTo(email))[0]?.text ?? '')?.[0]))
    .toBeTruthy();
  return code ?? '';
}

/** Runs the printed command as in a terminal, where the user pastes the key. */
async function runAsTyped(command: string, key: string): Promise<string> {
  const running = promisify(execFile)('bash', ['-c', command]);
  running.child.stdin?.end(`${key}\n`);
  return (await running).stdout;
}

/** The first that is visible: a narrow page has other links than a wide one. */
const visible = (target: Locator) => target.filter({ visible: true }).first();

/** How a user operates the page: `press` a button or link, `fill` a field. */
interface Hands {
  press(target: Locator): Promise<unknown>;
  fill(field: Locator, text: string): Promise<unknown>;
}

/** The same steps with mouse, keyboard or touch. `name` is the name of the deployment: its endpoint is unique. */
async function callAnAgent(page: Page, { step }: Journey, { press, fill }: Hands, name: string) {
  const email = `${name}-${String(Date.now())}@example.test`;
  const main = page.getByRole('main');
  await step('open the product', () => page.goto('/'));
  await step('get started', () =>
    press(visible(page.getByRole('link', { name: /Get Started|Submit AI Agent/ }))),
  );
  await step('enter the address', () => fill(main.getByLabel('Email'), email));
  await step('choose a password', () => fill(main.getByLabel('Password', { exact: true }), PASSWORD));
  await step('repeat it', () => fill(main.getByLabel('Confirm password'), PASSWORD));
  await step('create the account', () => press(main.getByRole('button', { name: 'Create Account' })));
  await step('enter the code of the mail', async () =>
    fill(main.getByLabel('Six-digit code'), await mailedCode(email)),
  );
  await step('confirm', () => press(main.getByRole('button', { name: 'Confirm' })));
  await step('follow the checklist to the marketplace', async () => {
    await expect(page).toHaveURL(/\/dashboard$/);
    await press(main.getByRole('link', { name: 'Choose an agent in the marketplace, or create one' }));
  });
  await step('look at an agent', () =>
    press(page.getByRole('button', { name: 'Preview Customer Support Bot' })),
  );
  await step('deploy it', () => press(page.getByRole('dialog').getByRole('link', { name: 'Deploy' })));
  const dialog = page.getByRole('dialog', { name: 'New Deployment' });
  await step('name it', () => fill(dialog.getByLabel('Name'), name));
  await step('create it', () => press(dialog.getByRole('button', { name: 'Create Deployment' })));
  await step('copy the key', () => press(page.getByRole('button', { name: 'Copy key', exact: true })));
  await expect.poll(() => copied(page)).toMatch(/^ak_/);
  const key = await copied(page);
  const call = page.getByRole('region', { name: `Call ${name}` });
  await step('copy the command', () => press(call.getByRole('button', { name: 'Copy code' })));
  await expect.poll(() => copied(page)).toMatch(/^read -rs SLIPWAY_API_KEY/);
  await step('run it', async () => {
    // For the first two seconds, the endpoint asks to try again.
    await expect(main.getByRole('article').getByText('Active', { exact: true })).toBeVisible();
    expect(await runAsTyped(await copied(page), key)).toContain('Customer Support Bot');
    await expect(call.getByText(/^Call arrived: 200, /)).toBeVisible();
  });
}

const mouse: Hands = {
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
};

test.describe('at a desk', () => {
  test.use({ permissions });
  test('a stranger gets an answered call in 17 steps', ({ page }) =>
    journey(page, { atMost: 17 }, (walk) => callAnAgent(page, walk, mouse, 'desk-agent')));
});

test.describe('on a phone', () => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
  test.use({ permissions, viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });
  test('phone only: an answered call in 17 steps, and nothing wider than the screen', ({ page }) =>
    journey(page, { atMost: 17 }, async ({ step }) => {
      const touch: Hands = { press: (target) => target.tap(), fill: mouse.fill };
      const narrow: Journey = {
        step: (what, act) =>
          step(what, async () => {
            await act();
            const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            await expect.poll(over).toBeLessThanOrEqual(0);
          }),
      };
      await callAnAgent(page, narrow, touch, 'phone-agent');
    }));
});

test.describe('with the keyboard', () => {
  test.use({ permissions });
  test('keyboard only: an answered call in 17 steps, with a visible focus at every stop', ({ page }) =>
    journey(page, { atMost: 17 }, (walk) => {
      const keyboard: Hands = {
        async press(target) {
          await expect(target).toBeVisible();
          await tabTo(page, target);
          await page.keyboard.press('Enter');
        },
        async fill(field, text) {
          await expect(field).toBeVisible();
          await tabTo(page, field);
          await page.keyboard.type(text);
        },
      };
      return callAnAgent(page, walk, keyboard, 'keyboard-agent');
    }));
});
