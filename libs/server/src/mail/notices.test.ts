/** Mails about money, events and the account: their texts, and that each is sent once, also after a failure. */
import { expect, test, vi } from 'vitest';
import { type Notice, noticeMail, sendNotices } from './notices';

const limit = (details: object): Notice => ({
  ...{ id: 7, email: 'olga@example.com', kind: 'spend_limit' },
  details: {
    ...{ scope: 'account', percent: 80, amount: 100, spent: 80.5, month: '2026-12-01' },
    ...details,
  },
});
const prices: Notice = {
  ...{ id: 8, email: 'olga@example.com', kind: 'price_announce' },
  details: {
    ...{
      name: 'bot',
      agent: 'Helper',
      effective_at: '2026-12-22T10:00:00Z',
      stops_at: '2027-01-21T10:00:00Z',
    },
    ...{ old_price_per_message: 0.01, old_price_per_month: 0 },
    ...{ new_price_per_message: 0, new_price_per_month: 49 },
  },
};
const ending: Notice = {
  ...prices,
  kind: 'agent_withdrawn',
  details: {
    ...{ agent: 'Helper', agent_id: 'a1', name: 'bot', deployments: 1, ends_at: '2026-12-22T10:00:00Z' },
  },
};

test.each([
  [
    limit({}),
    '80% of your spend limit is used',
    'Calls of your deployments cost $80.50 this month. Your spend limit is $100.00. Calls that could exceed it are rejected. You can change the limit: https://app.test/billing',
  ],
  [
    limit({ scope: 'deployment', name: 'bot', percent: 100, spent: 100 }),
    'Your spend limit is reached',
    'Calls of bot cost $100.00 this month. Your spend limit is $100.00. Further calls are rejected until January 1, 2027 (UTC), or until you raise the limit: https://app.test/deployments',
  ],
  [
    limit({ percent: 100, amount: 0.5, spent: 0 }),
    'Your spend limit is reached',
    'Calls of your deployments cost $0.00 this month. Your spend limit is $0.50. The next call would exceed it. Further calls are rejected until January 1, 2027 (UTC), or until you raise the limit: https://app.test/billing',
  ],
  [
    prices,
    'The price of Helper rises',
    'From December 22, 2026, the agent of your deployment bot costs $49/month instead of $0.01 per message. The new price applies only if you accept it: https://app.test/deployments\n\nUntil then you keep the earlier price. Without an answer, the deployment is stopped on January 21, 2027.',
  ],
  [
    { ...prices, kind: 'price_remind' },
    'bot is stopped on January 21, 2027',
    'The agent of your deployment bot costs $49/month instead of $0.01 per message. The new price applies only if you accept it: https://app.test/deployments\n\nWithout an answer, the deployment is stopped on January 21, 2027.',
  ],
  [
    { ...prices, kind: 'price_stop' },
    'bot was stopped',
    'The agent of your deployment bot costs $49/month instead of $0.01 per message, and you have not accepted the new price. The deployment keeps its keys and settings. Accept the new price to start it again: https://app.test/deployments',
  ],
  [
    { ...prices, kind: 'account_deletion', details: { deletes_at: '2026-12-13T04:20:00Z' } },
    'Your account will be deleted on December 13, 2026',
    'Your account will be deleted on December 13, 2026 (UTC), as was requested on your dashboard. Your agents have left the marketplace, and links to conversations that you shared do not work. Until then you can keep the account, which brings both back: https://app.test/dashboard\n\nIf you did not request this, keep the account and change your password there.',
  ],
  [
    { ...prices, kind: 'review', details: { agent: 'Helper', agent_id: 'a1', rating: 4 } },
    'Helper has a new review',
    'A user rated your agent Helper 4 of 5: https://app.test/marketplace?agent=a1\n\nYou can turn these emails off in your profile: https://app.test/dashboard?account=profile',
  ],
  [
    { ...prices, kind: 'failure', details: { name: 'bot' } },
    'bot failed',
    'Your deployment bot failed, and calls to it are rejected. Start it again: https://app.test/deployments\n\nYou can turn these emails off in your profile: https://app.test/dashboard?account=profile',
  ],
  [
    ending,
    'Helper ends on December 22, 2026',
    'Your deployment bot runs Helper. Its creator withdrew this agent. After December 22, 2026 (UTC), calls are rejected and nothing is charged.\n\nYour deployments: https://app.test/deployments\nOther agents: https://app.test/marketplace',
  ],
  [
    { ...ending, kind: 'agent_ended', details: { ...ending.details, deployments: 3 } },
    'Helper has ended',
    '3 of your deployments run Helper. Its creator withdrew this agent. Calls are rejected since December 22, 2026 (UTC), and nothing is charged.\n\nYour deployments: https://app.test/deployments\nOther agents: https://app.test/marketplace',
  ],
  [
    { ...ending, kind: 'agent_returned' },
    'Helper is back',
    'Your deployment bot runs Helper. Its creator published this agent again: calls are answered, under the same terms as before.\n\nYour deployments: https://app.test/deployments',
  ],
])('the mail about %o', (notice, subject, text) => {
  expect(noticeMail(notice, 'https://app.test')).toEqual({ subject, text });
});

test('a mail of a later version about an agent is not sent', () => {
  expect(noticeMail({ ...ending, kind: 'agent_sold' }, 'https://app.test')).toBeUndefined();
});

test('a name with line breaks is no paragraph of the mail', () => {
  const agent = 'Helper\n\nYour account is locked.\r\nPay at\u2028evil.example\u0007!';
  const mail = noticeMail(
    { ...prices, details: { ...prices.details, agent, name: 'a\nb' } },
    'https://app.test',
  );
  expect(mail?.subject).toBe('The price of Helper Your account is locked. Pay at evil.example ! rises');
  expect(mail?.text).toContain('the agent of your deployment a b costs');
});

test('a mail is confirmed when it was sent; one that failed is not, and stops no other', async () => {
  const call = vi.fn((name: string) =>
    Promise.resolve(name === 'take_mails' ? [prices, limit({}), { ...prices, id: 9, kind: 'later' }] : null),
  );
  const send = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('no server'));
  expect(await sendNotices({ call, send, origin: 'https://app.test' })).toBe(1);
  expect(send).toHaveBeenCalledTimes(2);
  expect(call.mock.calls.slice(1)).toEqual([['mail_sent', { id: 7 }]]);
});
