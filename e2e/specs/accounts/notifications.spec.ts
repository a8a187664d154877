/** A review reaches the creator's bell, and a favorite is found again, ready to deploy. */
import { newUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const insert = async (table: string, row: object) => {
  const response = await asOperator(`${table}?select=*`, {
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify(row),
  });
  const [made] = (await response.json()) as [{ id: string }];
  return made.id;
};

let agent = '';
// Other specs count the public agents of this server.
test.afterEach(async () => {
  await asOperator(`agents?id=eq.${agent}`, { method: 'DELETE' });
});

nightly(
  'a creator reads of a review, marks the agent as a favorite and finds it to deploy (20)',
  async ({ page }) => {
    const [creator, reviewer] = [await newUser(), await newUser()];
    const name = `Noted ${creator.id.slice(0, 8)}`;
    agent = await insert('agents', {
      ...{ creator_id: creator.id, name, description: 'Notes', category: 'sales' },
      ...{ is_public: true, status: 'active' },
    });
    await insert('agent_reviews', { agent_id: agent, user_id: reviewer.id, rating: 4 });
    await startSession(page, creator);
    await page.goto('/marketplace');

    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByRole('link', { name: `${name} has a new review: 4 of 5` }).click();
    const details = page.getByRole('dialog', { name });
    await details.getByRole('button', { name: `Favorite ${name}` }).click();
    await expect(page.getByText(`${name} is a favorite now`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Favorites' }).click();
    await expect(page.getByText('Showing 1 of 1 agents')).toBeVisible();
    await page.getByRole('link', { name: `Deploy ${name}` }).click();
    await expect(page).toHaveURL(new RegExp(`/deployments\\?agent=${agent}`));
  },
);
