/** Webhooks of a deployment in its details: added, tested and deleted by keyboard, with the secret shown once. */
import { newUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';

test('an owner adds a webhook, sees its secret once, and reads the result of a test event (20)', async ({
  page,
}) => {
  const user = await newUser();
  const agent = crypto.randomUUID();
  const id = crypto.randomUUID();
  const post = (table: string, row: object) =>
    asOperator(table, { method: 'POST', body: JSON.stringify(row) });
  await post('agents', {
    id: agent,
    creator_id: user.id,
    name: 'Hooked',
    category: 'sales',
    status: 'draft',
  });
  await post('deployments', {
    ...{ id, name: 'hooked', agent_id: agent, user_id: user.id, status: 'active', api_key: 'ak_••••abcd' },
    endpoint_url: 'https://agents.example/v1/agents/hooked',
  });
  await startSession(page, user);
  await page.goto(`/deployments?deployment=${id}`);
  const section = page.getByRole('dialog', { name: 'hooked', exact: true });
  await section.getByRole('button', { name: 'Add a webhook…' }).press('Enter');
  const address = section.getByRole('textbox', { name: 'Address' });
  await address.fill('http://hooks.invalid/');
  await address.press('Enter');
  await expect(address).toBeFocused();
  await expect(section.getByText('Enter an address that starts with https://')).toBeVisible();
  await address.fill('https://hooks.invalid/slipway');
  await section.getByRole('checkbox', { name: 'Key rotated' }).uncheck();
  await address.press('Enter');
  await expect(section.getByText(/^whsec_[^•]{44}$/)).toBeVisible();
  await section.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(section.getByText(/^whsec_/)).toHaveCount(0);

  await section.getByRole('button', { name: 'Send test event' }).press('Enter');
  const result = section.getByText(/^Failed \(no response\), next attempt/);
  await expect(result).toBeVisible();
  const columns = () =>
    section
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x));
  const before = await columns();
  await result.evaluate((text) => (text.textContent = 'Waiting'));
  expect(await columns(), 'the columns do not move with the result (23)').toEqual(before);
  await section.getByRole('button', { name: 'Delete webhook https://hooks.invalid/slipway' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Delete the webhook?' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter');
  await expect(section.getByText('https://hooks.invalid/slipway')).toHaveCount(0);
  await expect(section.getByRole('button', { name: 'Add a webhook…' })).toBeFocused();
  await asOperator(`deployments?id=eq.${id}`, { method: 'DELETE' });
  await asOperator(`agents?id=eq.${agent}`, { method: 'DELETE' });
});
