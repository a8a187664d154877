/**
 * Every page and state: for the accessibility and layout tests, and the pictures in `docs/screens`. One file, because it
 * is one table.
 */
import { expect, type Page } from '@playwright/test';
import { demo, tokenLink } from './accounts';
import { serverResponse } from './serverResponse';

/** Opens the state. It may hold or reject requests with `page.route`, which the caller removes. */
export type Open = (page: Page) => Promise<unknown>;

const listed = async (page: Page) => {
  await expect(page.locator('article')).toHaveCount(6, { timeout: 15_000 });
};
const says = (page: Page, text: string) =>
  expect(page.getByText(text).first()).toBeVisible({ timeout: 15_000 });

const at =
  (path: string, ready: Open): Open =>
  async (page) => {
    await page.goto(path);
    await ready(page);
  };

const openCommandMenu: Open = async (page) => {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
};

/** The menu button is there below 960 pixels only: in a wider window, the drawer opens before the window has its width. */
const openDrawer: Open = async (page) => {
  const size = page.viewportSize();
  const isWide = (size?.width ?? 0) >= 960;
  if (isWide) await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open navigation menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  if (size && isWide) await page.setViewportSize(size);
};

const deployments = at('/deployments', (page) => says(page, 'website-support'));

const pressDeployments =
  (button: string, ready: Open): Open =>
  async (page) => {
    await deployments(page);
    await page.getByRole('button', { name: button }).click();
    await ready(page);
  };

const showsDialog =
  (name: string): Open =>
  (page) =>
    expect(page.getByRole('dialog', { name })).toBeVisible();

const details = pressDeployments('Details for website-support', async (page) => {
  await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible();
  // The conversation comes with its own script.
  await expect(page.getByRole('dialog').getByPlaceholder('Ask a question')).toBeVisible({ timeout: 15_000 });
  // So do the spend limits, from another slice.
  const save = page.getByRole('dialog').getByRole('button', { name: /^Save the limit of/ });
  await expect(save.first()).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('dialog :is([data-skeleton], [aria-busy=true])')).toHaveCount(0);
});

/** A button of the account panel, on the dashboard. */
const pressAccount =
  (button: string): Open =>
  async (page) => {
    await at('/dashboard', (each) => says(each, 'Quick Actions'))(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };

const analytics =
  (agent: string, ready: Open): Open =>
  async (page) => {
    await at('/agents', (each) => says(each, agent))(page);
    await page.getByRole('button', { name: `More actions for ${agent}` }).click();
    await page.getByRole('menuitem', { name: 'Analytics…' }).click();
    await ready(page);
  };

/** For visitors. */
export const visitorStates = {
  landing: at('/', listed),
  'landing-empty': async (page) => {
    await page.route('**/rest/v1/agents*', (route) => route.fulfill({ json: [] }));
    await at('/', (each) => says(each, 'No agents available yet'))(page);
  },
  marketplace: at('/marketplace', listed),
  'marketplace-empty': at('/marketplace?q=zzzz', (page) => says(page, 'No agents found')),
  'marketplace-details': at('/marketplace?agent=a0000000-0000-4000-8000-000000000001', async (page) => {
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listitem').first()).toBeVisible({ timeout: 15_000 });
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeVisible({ timeout: 15_000 });
  }),
  'marketplace-details-gone': at('/marketplace?agent=gone', (page) =>
    says(page, 'This agent is not in the marketplace'),
  ),
  'marketplace-waiting': async (page) => {
    await page.route('**/rest/v1/**', () => undefined);
    await page.goto('/marketplace');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  },
  'marketplace-samples-dialog': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await at('/marketplace', listed)(page);
    await page.getByRole('button', { name: 'Preview Sales Assistant' }).click();
    await showsDialog('Sales Assistant')(page);
  },
  'marketplace-samples': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await at('/marketplace', listed)(page);
  },
  'slice-failed': async (page) => {
    await page.route('**/slices/marketplace/**', (route) => route.abort());
    await at('/marketplace', (each) => says(each, 'Couldn’t load “Marketplace”'))(page);
  },
  login: at('/login', (page) => says(page, 'New to Slipway?')),
  'login-rejected': async (page) => {
    await at('/login', (each) => says(each, 'New to Slipway?'))(page);
    // Attempts of an earlier width would reach their limit.
    await page.evaluate(() => {
      localStorage.clear();
    });
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.locator('[data-toast]').first()).toBeVisible();
  },
  'login-dialog-forgot': async (page) => {
    await at('/login', (each) => says(each, 'New to Slipway?'))(page);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await showsDialog('Reset your password')(page);
  },
  signup: at('/signup', (page) => says(page, 'Already have an account?')),
  'signup-typed-form': async (page) => {
    await at('/signup', (each) => says(each, 'Already have an account?'))(page);
    await page.getByLabel('Password', { exact: true }).fill('Plum-orbit');
    await page.getByLabel('Confirm password').fill('Plum-orbits');
    await expect(page.getByText('Doesn’t match the password yet.')).toBeVisible();
  },
  'signup-sent': async (page) => {
    await page.route('**/auth/v1/signup*', (route) =>
      route.fulfill({ json: { id: 'f0000000-0000-4000-8000-0000000000ab', email: 'new@example.test' } }),
    );
    await at('/signup', (each) => says(each, 'Already have an account?'))(page);
    await page.getByLabel('Email').fill('new@example.test');
    await page.getByLabel('Password', { exact: true }).fill('Plum-orbit-7');
    await page.getByLabel('Confirm password').fill('Plum-orbit-7');
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    await says(page, 'Check your inbox');
    // The next state of the tab may be the form.
    await page.evaluate(() => {
      sessionStorage.removeItem('slipway.sign-up');
    });
  },
  'login-link-expired': at('/login#error=access_denied&error_code=otp_expired', (page) =>
    says(page, 'That link has expired'),
  ),
  'login-dialog-link': async (page) => {
    await page.goto(await tokenLink(demo));
    await showsDialog(`Sign in as ${demo.email}?`)(page);
    await says(page, 'New to Slipway?');
  },
  'access-denied': at('/dashboard', (page) => says(page, 'Access Denied')),
  'not-found': at('/nothing-here', (page) => says(page, 'Oops! Page not found')),
  drawer: async (page) => {
    await at('/login', (each) => says(each, 'New to Slipway?'))(page);
    await openDrawer(page);
  },
  'command-menu': async (page) => {
    await at('/login', (each) => says(each, 'New to Slipway?'))(page);
    await openCommandMenu(page);
  },
  'command-menu-found': async (page) => {
    await at('/login', (each) => says(each, 'New to Slipway?'))(page);
    await openCommandMenu(page);
    await page.keyboard.type('s');
    await says(page, 'Sales Assistant');
  },
  'command-menu-nothing': async (page) => {
    await at('/login', (each) => says(each, 'New to Slipway?'))(page);
    await openCommandMenu(page);
    await page.keyboard.type('qqqqzzzz');
    await says(page, 'No results for');
  },
} satisfies Readonly<Record<string, Open>>;

/** For the demo user; each begins signed in. */
export const memberStates = {
  'account-menu': async (page) => {
    await at('/billing', (each) => says(each, 'Billing & Usage'))(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('group', { name: 'Account menu' })).toContainText('demo@slipway.example');
  },
  profile: at('/billing?account=profile', (page) =>
    expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible({ timeout: 15_000 }),
  ),
  shortcuts: async (page) => {
    await at('/deployments', (each) => says(each, 'website-support'))(page);
    await page.keyboard.press('?');
    await showsDialog('Keyboard shortcuts')(page);
  },
  dashboard: at('/dashboard', async (page) => {
    await says(page, 'Quick Actions');
    await says(page, 'Two-step verification');
  }),
  'dashboard-dialog-password': pressAccount('Change password'),
  'dashboard-dialog-email': async (page) => {
    await pressAccount('Change email')(page);
    await page.getByRole('dialog').getByLabel('New email').fill('nonsense');
    await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
    await says(page, 'Please enter a valid email address');
  },
  'dashboard-dialog-email-sent': async (page) => {
    // The demo user keeps the address.
    await page.route('**/auth/v1/user*', async (route) => {
      const request = route.request();
      if (request.method() !== 'PUT') return route.fallback();
      const { authorization = '', apikey = '' } = request.headers();
      return route.fulfill({
        response: await page.request.get(request.url(), { headers: { authorization, apikey } }),
      });
    });
    await pressAccount('Change email')(page);
    await page.getByRole('dialog').getByLabel('New email').fill('new@example.test');
    await page.getByRole('dialog').getByLabel('Current password').fill('Plum-orbit-6');
    await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
    await showsDialog('Check your inbox')(page);
  },
  'dashboard-dialog-export': pressAccount('Export my data'),
  'dashboard-dialog-export-progress': async (page) => {
    await page.route('**/rpc/begin_data_export', (route) =>
      route.fulfill({ json: [{ table_name: 'usage_tracking', row_count: 1_240 }] }),
    );
    await page.route('**/rpc/export_rows', () => undefined);
    await pressAccount('Export my data')(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await says(page, '0 of 1,240 records');
  },
  'dashboard-dialog-export-failed': async (page) => {
    await page.route('**/rpc/begin_data_export', (route) =>
      route.fulfill({ status: 429, json: { code: 'PT429', message: 'Daily limit reached' } }),
    );
    await pressAccount('Export my data')(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await says(page, 'You’ve reached today’s limit of ten exports.');
  },
  'dashboard-dialog-delete': pressAccount('Delete account'),
  'dashboard-deletion': async (page) => {
    await page.route('**/rpc/account_deletion', (route) =>
      route.fulfill({ json: [{ requested_at: '2026-11-22T08:00:00Z', deletes_at: '2026-12-06T08:00:00Z' }] }),
    );
    await at('/dashboard', async (each) => {
      await says(each, 'Deletion pending');
      await says(each, 'Your account will be deleted on');
    })(page);
  },
  'dashboard-dialog-devices': async (page) => {
    await pressAccount('Manage devices')(page);
    await says(page, 'This device');
  },
  billing: at('/billing', async (page) => {
    await says(page, 'Most Popular');
    await says(page, 'Show as table');
  }),
  'billing-failed': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await at('/billing', (each) => says(each, 'Couldn’t load your plan'))(page);
  },
  'billing-waiting': async (page) => {
    await page.route('**/rest/v1/**', () => undefined);
    await at('/billing', (each) => says(each, 'Most Popular'))(page);
  },
  'billing-new': async (page) => {
    await page.route('**/rest/v1/subscriptions*', (route) => route.fulfill({ json: [] }));
    await page.route('**/rest/v1/usage_tracking*', (route) => route.fulfill({ json: [] }));
    await at('/billing', async (each) => {
      await says(each, 'No subscription: you only pay for the calls you make.');
      await says(each, 'Show as table');
    })(page);
  },
  deployments,
  'deployments-empty': async (page) => {
    await page.route('**/rest/v1/deployments*', (route) => route.fulfill({ json: [] }));
    await at('/deployments', (each) => says(each, 'No deployments yet'))(page);
  },
  'deployments-failed': async (page) => {
    await page.route('**/rest/v1/deployments*', (route) => route.abort());
    await at('/deployments', (each) => says(each, 'Failed to load data'))(page);
  },
  'deployments-waiting': async (page) => {
    await page.route('**/rest/v1/deployments*', () => undefined);
    await page.goto('/deployments');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
  },
  'deployments-ending': async (page) => {
    let ids: string[] = [];
    await page.route('**/rest/v1/deployments*', async (route) => {
      const response = await serverResponse(route);
      ids = ((await response.json()) as { id: string }[]).map(({ id }) => id);
      await route.fulfill({ response });
    });
    await page.route('**/rpc/ending_deployments', async (route) => {
      await expect.poll(() => ids.length).toBeGreaterThan(1);
      const ends = ['2027-01-31T12:00:00+00:00', '2026-01-31T12:00:00+00:00'];
      const json = ends.map((calls_end_at, index) => ({
        ...{ deployment_id: ids[index], agent_id: ids[index], calls_end_at },
      }));
      await route.fulfill({ json });
    });
    await at('/deployments', (each) => says(each, 'This agent ended on Jan 31, 2026'))(page);
  },
  'deployments-new': pressDeployments('New Deployment', showsDialog('New Deployment')),
  'deployments-details': details,
  'deployments-revoke': async (page) => {
    await details(page);
    await page.getByRole('button', { name: 'Revoke all keys' }).click();
    await showsDialog('Revoke all keys of website-support?')(page);
  },
  'deployments-password': async (page) => {
    await page.route('**/rpc/reveal_deployment_key', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'PT403', message: 'Sign in again', hint: 'reauthenticate' },
      }),
    );
    await pressDeployments('Copy API key of website-support', showsDialog('Confirm it’s you'))(page);
  },
  'deployments-key': async (page) => {
    await page.route('**/rest/v1/deployments*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const row = {
        ...(route.request().postDataJSON() as { agent_id: string }),
        id: 'f0000000-0000-4000-8000-0000000000aa',
      };
      return route.fulfill({
        status: 201,
        json: {
          ...row,
          ...{
            api_key: 'ak_••••abcd',
            status: 'active',
            agent: { id: row.agent_id, name: 'Sales Assistant' },
          },
          ...{ created_at: new Date(), updated_at: new Date(), last_deployed_at: new Date() },
        },
      });
    });
    await pressDeployments('New Deployment', showsDialog('New Deployment'))(page);
    await page.getByLabel('Name').fill('my-chatbot-v1');
    await page.getByLabel('Agent').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Create Deployment' }).click();
    await says(page, 'is ready. Copy it now');
  },
  'deployments-new-failed': async (page) => {
    await page.route('**/rest/v1/deployments*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { code: '23505', message: 'taken' } })
        : route.fallback(),
    );
    await pressDeployments('New Deployment', showsDialog('New Deployment'))(page);
    await page.getByLabel('Name').fill('my-chatbot-v1');
    await page.getByLabel('Agent').selectOption({ index: 1 });
    await expect(page.getByRole('region', { name: 'Price' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Deployment' }).click();
    await says(page, 'You already have a deployment with this name');
  },
  'dashboard-failed': async (page) => {
    await page.route('**/rest/v1/rpc/**', (route) => route.abort());
    await at('/dashboard', (each) => says(each, 'Quick Actions'))(page);
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible({ timeout: 15_000 });
  },
  'signup-signed-in': at('/signup', (page) => says(page, 'Your account is')),
  'agents-form-failed': async (page) => {
    await page.route('**/rpc/create_agent*', (route) =>
      route.fulfill({ status: 403, json: { code: 'PT403', message: 'limit', hint: 'plan_limit' } }),
    );
    await at('/agents', (each) => says(each, 'Release Notes Writer'))(page);
    await page.getByRole('button', { name: 'Create Agent' }).click();
    await page.getByLabel('Name').fill('Helper');
    await page.getByLabel('Description').fill('Helps');
    await page.getByRole('form').getByRole('button', { name: 'Create Agent' }).click();
    await says(page, 'Helper isn’t created yet');
  },
  'agents-created': async (page) => {
    // The demo user keeps the agents: the created one is only in the responses.
    const created = {
      ...{ id: 'f0000000-0000-4000-8000-0000000000ac', name: 'Helper', description: 'Helps', category: '' },
      ...{ tags: [], pricing_model: '', price_per_message: null, price_per_month: null, color: null },
      ...{ is_public: false, status: 'draft', install_count: 0, updated_at: new Date(), icon: null },
      ...{ notice_days: 0, allows_system_messages: false, calls_end_at: null, suspended_at: null },
    };
    let isCreated = false;
    await page.route('**/rest/v1/agents*', async (route) => {
      const response = await serverResponse(route);
      const rows = (await response.json()) as unknown[];
      await route.fulfill({ response, json: isCreated ? [created, ...rows] : rows });
    });
    await page.route('**/rpc/create_agent*', async (route) => {
      isCreated = true;
      await route.fulfill({ json: created });
    });
    await at('/agents', (each) => says(each, 'Release Notes Writer'))(page);
    await page.getByRole('button', { name: 'Create Agent' }).click();
    await page.getByLabel('Name').fill('Helper');
    await page.getByLabel('Description').fill('Helps');
    await page.getByRole('form').getByRole('button', { name: 'Create Agent' }).click();
    await says(page, 'Test it');
    // The next steps are shown at the press: a request that is still in flight when a test ends would reach the server.
    await expect(page.getByRole('article').filter({ hasText: 'Helper' })).toBeVisible();
  },
  agents: at('/agents', (page) => says(page, 'Release Notes Writer')),
  'agents-form': async (page) => {
    await at('/agents', (each) => says(each, 'Release Notes Writer'))(page);
    await page.getByRole('button', { name: 'Create Agent' }).click();
    await expect(page.getByLabel('System prompt')).toBeVisible();
  },
  'agents-playground': async (page) => {
    await at('/agents', (each) => says(each, 'Sales Assistant'))(page);
    await page.getByRole('button', { name: 'Test Sales Assistant' }).click();
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await says(page, 'Sample model (rule-based)');
  },
  'agents-figures': analytics('Invoice Reader', async (page) => {
    // The newest calls of others are six days and some hours old: the last seven days have none just after midnight.
    await page.getByRole('tab', { name: '30 days' }).click();
    await expect(page.getByRole('button', { name: 'Show as table' })).toHaveCount(2);
  }),
  'agents-figures-empty': analytics('Release Notes Writer', (page) =>
    says(page, 'No revenue in this period'),
  ),
  'agents-failed': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await at('/agents', (each) => says(each, 'Couldn’t load your agents'))(page);
  },
  'agents-waiting': async (page) => {
    await page.route('**/rest/v1/**', () => undefined);
    await page.goto('/agents');
    // The slice's own waiting, not the shell's before it.
    await expect(page.getByRole('heading', { level: 2, name: 'Your agents' })).toBeVisible();
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  },
  'landing-signed-in': at('/', listed),
  'marketplace-signed-in': at('/marketplace', listed),
  'drawer-signed-in': async (page) => {
    await at('/dashboard', (each) => says(each, 'Quick Actions'))(page);
    await openDrawer(page);
  },
  notifications: async (page) => {
    const details = { name: 'website-support', percent: 80, rating: 5, agent: 'Release Notes Writer' };
    const kinds = ['review', 'failure', 'quota', 'webhook', 'review', 'failure', 'quota', 'webhook'];
    const json = kinds.map((kind, at) => ({
      ...{ id: kinds.length - at, kind, details, created_at: new Date() },
      read_at: at < 3 ? null : new Date(),
    }));
    await page.route('**/rest/v1/notifications*', (route) => route.fulfill({ json }));
    await at('/deployments', (each) => says(each, 'website-support'))(page);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await says(page, 'Mark all read');
  },
} satisfies Readonly<Record<string, Open>>;

/** Console errors that the states cause on purpose. */
export const provoked =
  /404|Failed to load resource|ERR_FAILED|a request failed|slice failed|Failed to fetch|RUNTIME-|marketplace|featured/i;
