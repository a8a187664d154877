/** The menu of an agent's card. */
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Opens the menu of the agent with a name, and chooses an item. */
export async function chooseAction(name: string, item: string): Promise<void> {
  const button = await screen.findByRole('button', { name: `More actions for ${name}` });
  const card = within(button.closest('article') ?? document.body);
  await userEvent.click(button);
  // By text: jsdom hides popovers from role queries, open or not.
  await userEvent.click(await card.findByText(item));
}
