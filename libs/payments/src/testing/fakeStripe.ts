/** A fake of Stripe's endpoints for Connect, transfers and customers, over HTTP, with its idempotency keys. For tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { parameterOf, type Some } from './stripeTypes';

interface Reply {
  status: number;
  body: object;
}

export interface FakeStripe {
  url: string;
  /** Every request, in order: method and path. */
  requests: string[];
  /** By id. A deleted one is missing, as are all to keys of another platform. */
  accounts: Map<string, Some<Pick<Stripe.Account, 'details_submitted' | 'payouts_enabled' | 'capabilities'>>>;
  transfers: (Pick<Stripe.Transfer, 'id' | 'amount' | 'transfer_group' | 'amount_reversed'> & {
    destination: string;
  })[];
  /** By id: the status of the customer's subscription, which its deletion cancels. */
  customers: Map<string, Stripe.Subscription.Status>;
  /** Their ids: none to keys of another platform. */
  prices: Set<string>;
  /** The next requests for transfers: rejected for this reason, or made without an answer. */
  next: ('balance_insufficient' | 'no answer')[];
  /** Idempotency keys are forgotten, as after a day. */
  forgetKeys(): void;
  close(): Promise<void>;
}

const error = (status: number, code: string): Reply => ({
  status,
  body: {
    error: { type: 'invalid_request_error', code, message: code } satisfies Partial<Stripe.StripeRawError>,
  },
});
const found = <T extends object>(body: Some<T>): Reply => ({ status: 200, body });

export async function startFakeStripe(): Promise<FakeStripe> {
  const keys = new Map<string, Reply>();
  const state: Omit<FakeStripe, 'url' | 'forgetKeys' | 'close'> = {
    ...{ requests: [], accounts: new Map(), transfers: [], customers: new Map(), next: [] },
    prices: new Set(['price_pro']),
  };
  const created = new Set<string>();

  function transfer(form: URLSearchParams): Reply {
    const parameter = (name: keyof Stripe.TransferCreateParams) =>
      parameterOf<Stripe.TransferCreateParams>(form, name);
    const made = {
      ...{ id: `tr_${String(state.transfers.length + 1)}`, amount: Number(parameter('amount')) },
      ...{ destination: parameter('destination'), transfer_group: parameter('transfer_group') },
      amount_reversed: 0,
    };
    state.transfers.push(made);
    return found<Stripe.Transfer>({ object: 'transfer', ...made });
  }

  function handle(method: string, { pathname, searchParams }: URL, body: URLSearchParams): Reply {
    const [, , resource = '', id = '', action] = pathname.split('/');
    switch (`${method} ${resource}${id && ' id'}${action ? ` ${action}` : ''}`) {
      case 'POST accounts': {
        const first = `acct_${body.get('metadata[person]') ?? ''}`;
        const account = created.has(first) ? `${first}_again` : first;
        created.add(account);
        state.accounts.set(account, { details_submitted: false, payouts_enabled: false, capabilities: {} });
        return found<Stripe.Account>({ id: account, object: 'account' });
      }
      case 'GET prices id':
        if (!state.prices.has(id)) return error(404, 'resource_missing');
        return found<Stripe.Price>({ id, object: 'price', product: 'prod_pro' });
      case 'GET accounts id':
        if (!state.accounts.has(id)) return error(403, 'account_invalid');
        return found<Stripe.Account>({ id, object: 'account', ...state.accounts.get(id) });
      case 'POST accounts id login_links':
        if (!state.accounts.has(id)) return error(403, 'account_invalid');
        return found<Stripe.LoginLink>({ url: 'https://connect.stripe.test/dashboard' });
      case 'POST account_links': {
        const account = parameterOf<Stripe.AccountLinkCreateParams>(body, 'account');
        if (!state.accounts.has(account)) return error(400, 'resource_missing');
        return found<Stripe.AccountLink>({ url: 'https://connect.stripe.test/onboarding' });
      }
      case 'GET transfers': {
        const group = parameterOf<Stripe.TransferListParams>(searchParams, 'transfer_group');
        const data = state.transfers.filter(({ transfer_group }) => transfer_group === group);
        return found<Stripe.ApiList<Stripe.Transfer>>({ object: 'list', data, has_more: false });
      }
      case 'GET transfers id':
        return found<Stripe.Transfer>(state.transfers.find((each) => each.id === id) ?? {});
      case 'POST transfers':
        if (!state.accounts.has(parameterOf<Stripe.TransferCreateParams>(body, 'destination')))
          return error(400, 'resource_missing');
        return transfer(body);
      case 'DELETE customers id':
        if (!state.customers.delete(id)) return error(404, 'resource_missing');
        return found<Stripe.DeletedCustomer>({ id, object: 'customer', deleted: true });
      default:
        return error(404, 'unknown_endpoint');
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://stripe.test');
      const method = request.method ?? '';
      const key = request.headers['idempotency-key'];
      const isTransfer = method === 'POST' && url.pathname === '/v1/transfers';
      state.requests.push(`${method} ${url.pathname}`);
      const known = typeof key === 'string' ? keys.get(key) : undefined;
      const failure = isTransfer ? state.next.shift() : undefined;
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      const reply =
        known ?? (failure === 'balance_insufficient' ? error(400, failure) : handle(method, url, body));
      if (typeof key === 'string') keys.set(key, reply);
      if (failure === 'no answer') return response.destroy();
      return response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    forgetKeys: () => {
      keys.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  });
}
