/**
 * The notice period of an agent, from the creator's form to the owner of a deployment and its caller. At night. Samples: the
 * component tests of the form, the card and the deployment, and supabase/tests/agentNotice.test.ts.
 */
import { randomBytes } from 'node:crypto';
import { newUser, type NewUser, startSession } from '../../support/accounts';
import { asOperator, origin } from '../../support/server';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'each of its steps has another test: TEST_TIER=nightly');

let creator: NewUser;
test.afterEach(() => asOperator(`agents?creator_id=eq.${creator.id}`, { method: 'DELETE' }));

test('a creator sets it and hides the agent; its deployment says when it ends', async ({ page }) => {
  creator = await newUser();
  const owner = await newUser();

  await startSession(page, creator);
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  const form = page.getByRole('form', { name: 'Create Agent' });
  await form.getByLabel('Name').fill('Ending Agent');
  await form.getByLabel('Description').fill('Ends soon');
  await form.getByLabel('Callers may add system messages').check();
  await form.getByLabel('Notice period in days').fill('7');
  await form.getByRole('button', { name: 'Create Agent' }).click();
  const card = page.locator('main article').filter({ hasText: 'Ending Agent' });
  await expect(card).toContainText('Draft');
  const read = await asOperator(
    `agents?creator_id=eq.${creator.id}&select=id,notice_days,allows_system_messages`,
  );
  const [agent] = (await read.json()) as { id: string }[];
  expect(agent).toEqual({ id: agent?.id, notice_days: 7, allows_system_messages: true });

  await asOperator(`agents?id=eq.${agent?.id ?? ''}`, {
    method: 'PATCH',
    body: JSON.stringify({ status: 'active', is_public: true }),
  });
  const key = `ak_${randomBytes(32).toString('hex')}`;
  const endpoint_url = `${origin}/v1/agents/ending`;
  await asOperator('deployments', {
    method: 'POST',
    body: JSON.stringify({
      ...{ name: 'ending', status: 'active', user_id: owner.id, agent_id: agent?.id, api_key: key },
      endpoint_url,
    }),
  });
  await page.reload();
  await page.getByRole('button', { name: 'More actions for Ending Agent' }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  const question = page.getByRole('dialog', { name: 'Unpublish Ending Agent?' });
  await expect(question).toContainText(/1 deployment of another user stops on \w{3} \d+, \d{4},/);
  await question.getByRole('button', { name: 'Unpublish' }).click();
  await expect(card).toContainText(/Deployments stop on \w{3} \d+, \d{4}/);

  await startSession(page, owner);
  await page.goto('/deployments');
  await expect(page.locator('main article').filter({ hasText: 'ending' })).toContainText(
    /This agent ends on \w{3}\s\d+,\s\d{4}: its creator withdrew it\. After that, calls are rejected and nothing is charged\./,
  );
  const response = await fetch(endpoint_url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Hello' }),
  });
  expect([response.status, response.headers.get('deprecation')]).toEqual([
    200,
    expect.stringMatching(/^@\d{10}$/),
  ]);
  const days = (Date.parse(response.headers.get('sunset') ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
});
