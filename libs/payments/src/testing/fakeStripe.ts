/** A fake of Stripe's endpoints for Connect, transfers and customers, over HTTP, with its idempotency keys. For tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Reply {
  status: number;
  body: object;
}

export interface FakeStripe {
  url: string;
  /** Every request, in order: method and path. */
  requests: string[];
  /** By id. */
  accounts: Map<string, { details_submitted: boolean; payouts_enabled: boolean; capabilities: object }>;
  transfers: {
    id: string;
    destination: string;
    amount: number;
    transfer_group: string;
    amount_reversed: number;
  }[];
  /** By id: the status of the customer's subscription, which its deletion cancels. */
  customers: Map<string, string>;
  /** The next requests for transfers: rejected for this reason, or made without an answer. */
  next: ('balance_insufficient' | 'no answer')[];
  /** Idempotency keys are forgotten, as after a day. */
  forgetKeys(): void;
  close(): Promise<void>;
}

const error = (status: number, code: string): Reply => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message: code } },
});

export async function startFakeStripe(): Promise<FakeStripe> {
  const keys = new Map<string, Reply>();
  const state: Omit<FakeStripe, 'url' | 'forgetKeys' | 'close'> = {
    ...{ requests: [], accounts: new Map(), transfers: [], customers: new Map(), next: [] },
  };

  function transfer(body: URLSearchParams): Reply {
    const made = {
      ...{ id: `tr_${String(state.transfers.length + 1)}`, amount: Number(body.get('amount')) },
      ...{ destination: body.get('destination') ?? '', transfer_group: body.get('transfer_group') ?? '' },
      amount_reversed: 0,
    };
    state.transfers.push(made);
    return { status: 200, body: { object: 'transfer', ...made } };
  }

  function handle(method: string, { pathname, searchParams }: URL, body: URLSearchParams): Reply {
    const [, , resource = '', id = '', action] = pathname.split('/');
    switch (`${method} ${resource}${id && ' id'}${action ? ` ${action}` : ''}`) {
      case 'POST accounts': {
        const account = `acct_${body.get('metadata[person]') ?? ''}`;
        state.accounts.set(account, { details_submitted: false, payouts_enabled: false, capabilities: {} });
        return { status: 200, body: { id: account, object: 'account' } };
      }
      case 'GET accounts id':
        return { status: 200, body: { id, object: 'account', ...state.accounts.get(id) } };
      case 'POST accounts id login_links':
        return { status: 200, body: { url: 'https://connect.stripe.test/dashboard' } };
      case 'POST account_links':
        return { status: 200, body: { url: 'https://connect.stripe.test/onboarding' } };
      case 'GET transfers': {
        const group = searchParams.get('transfer_group');
        const data = state.transfers.filter(({ transfer_group }) => transfer_group === group);
        return { status: 200, body: { object: 'list', data, has_more: false } };
      }
      case 'GET transfers id':
        return { status: 200, body: state.transfers.find((each) => each.id === id) ?? {} };
      case 'POST transfers':
        return transfer(body);
      case 'DELETE customers id':
        if (!state.customers.delete(id)) return error(404, 'resource_missing');
        return { status: 200, body: { id, object: 'customer', deleted: true } };
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
