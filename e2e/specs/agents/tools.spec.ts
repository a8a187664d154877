/** Tools by MCP in the real app: chosen under Configure, used in the test panel, and approved there when they write. */
import type { Page } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { newUser, startSession } from '../../support/accounts';
import { startToolServer, type ToolServer } from '../../support/toolServer';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

// One address is rejected on purpose.
test.use({ expectedErrors: /502/ });

let tools: ToolServer;
test.beforeAll(async () => {
  tools = await startToolServer();
});
test.afterAll(() => {
  tools.close();
});

/** At night. Also a picture of each state, where `PICTURES` names a folder. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  if (!isNightly) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page, {}), `${name}, ${colorScheme}`).toEqual([]);
    for (const width of process.env.PICTURES ? [1280, 390] : []) {
      await page.setViewportSize({ width, height: 900 });
      const path = `${String(process.env.PICTURES)}/${name}-${colorScheme}-${String(width)}.png`;
      await page.screenshot({ path, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }
}

test('a creator gives an agent tools, and approves the call that writes', async ({ page }) => {
  await startSession(page, await newUser());
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Create Agent' }).first().click();
  const form = page.getByRole('form');
  await form.getByRole('textbox', { name: 'Name' }).fill('Note keeper');
  await form.getByRole('textbox', { name: 'Description' }).fill('Keeps notes');
  await form.getByRole('button', { name: 'Create Agent' }).click();
  // They appear above the cards, which move.
  await expect(page.getByRole('heading', { name: 'Next steps for Note keeper' })).toBeVisible();
  await page.getByRole('button', { name: 'Configure Note keeper' }).click();

  await form.getByRole('textbox', { name: 'Address of the server' }).fill('https://10.0.0.1/mcp');
  await form.getByRole('button', { name: 'List its tools' }).click();
  await expect(form.getByText('10.0.0.1 is a private address')).toBeVisible();
  await form.getByRole('textbox', { name: 'Address of the server' }).fill(tools.url);
  await form.getByRole('textbox', { name: 'Value of the header' }).fill('Bearer x');
  await form.getByRole('button', { name: 'List its tools' }).click();
  const group = form.getByRole('group', { name: `Tools of ${new URL(tools.url).host}` });
  await group.getByRole('button', { name: /^Show all tools/ }).click();
  await expect(group.getByRole('checkbox', { name: 'search' })).toBeChecked();
  await group.getByRole('checkbox', { name: 'add_note' }).check();
  await expect(group.getByText('Secret stored')).toBeVisible();
  await expectAccessible(page, 'configure');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'Test Note keeper' }).click();
  const dialog = page.getByRole('dialog', { name: /Note keeper/ });
  const field = dialog.getByRole('textbox', { name: 'Message' });
  const conversation = dialog.getByRole('list', { name: 'Conversation with Note keeper' });
  await field.fill('Use search {"text": "tea"}');
  await field.press('Enter');
  await expect(conversation.getByText('The tool returned: Found 3 notes about tea')).toBeVisible();
  await expect(conversation.getByText('Used search')).toBeVisible();
  await field.fill('Use add_note {"text": "buy tea"}');
  await field.press('Enter');
  await expect(conversation.getByRole('heading', { name: 'Allow this call?' })).toBeVisible();
  expect(tools.notes).toEqual([]);
  await expectAccessible(page, 'approval');
  await conversation.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(conversation.getByText('The tool returned: Added buy tea')).toBeVisible();
  expect(tools.notes).toEqual(['buy tea']);
  await expectAccessible(page, 'approved');
});
