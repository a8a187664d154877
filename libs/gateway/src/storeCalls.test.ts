/**
 * Calls over a direct connection: places from memory, one record for each call, and the messages of other processes.
 * One file: all tests share the fake database.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BeginCallParameters, directStore } from './store';
import type { SqlValue } from './database/sqlRpc';
import { grantOf } from './testing/fakes';

const OWNER = 'owner-1';
const outcome = { status: 200, latency_ms: 1, input_tokens: 2, output_tokens: 3, is_charged: true };
const instructions = {
  ...{ agent_name: 'Helper', prompt: 'Be brief', temperature: 0.7, max_tokens: 100, external_url: null },
};
const begun = { outcome: 'begun', call_id: 'stored-call', ...instructions };
const over = { outcome: 'over_quota', plan_name: 'Pro', quota: 5, period_end: '2026-12-01T00:00:00Z' };
const call: BeginCallParameters = {
  ...{ deployment_id: 'deployment-1', key_id: 'key-1', lease_seconds: 60 },
  ...{ idempotency_key: null, request_hash: null },
};
const withKey = { ...call, idempotency_key: 'k', request_hash: 'h' };

type Parameters = Record<string, unknown>;
type Replies = Record<string, (parameters: Parameters) => unknown>;

afterEach(() => {
  vi.useRealTimers();
});

/** Each function's reply; `calls` has the functions that were called, in order. */
function storeWith(changes: Replies = {}) {
  const replies: Replies = {
    call_grant: ({ waiting }) => ({
      ...{ grant: grantOf(), subjects: ['deployment-1', OWNER, 'agent-1'], instructions },
      ...{ requests: (waiting as number) + 100, window_seconds: 60 },
    }),
    lease_calls: ({ waiting, spare }) => ({
      ...{ outcome: 'leased', is_counted: true, places: (waiting as number) + (spare as number) },
    }),
    record_calls: ({ calls }) => (calls as unknown[]).map(() => 0.25),
    begin_call: () => begun,
    finish_call: () => 0.5,
    ...changes,
  };
  const calls: [name: string, parameters: Parameters][] = [];
  let announce: (message: string) => void = () => undefined;
  let setLive: (isLive: boolean) => void = () => undefined;
  const stopListening = vi.fn(() => Promise.resolve());
  const close = vi.fn(() => Promise.resolve());
  const store = directStore(
    {
      query(text: string, values: SqlValue[]) {
        const [, name = '', list = ''] = /public\.(\w+)\((.*)\) as r$/.exec(text) ?? [];
        const names = list === '' ? [] : list.split(', ').map((one) => one.split(' ')[0] ?? '');
        const isJson = (value: SqlValue) => typeof value === 'string' && /^[[{]/.test(value);
        const parameters = Object.fromEntries(
          names.map((one, index) => {
            const value = values[index] ?? null;
            return [one, isJson(value) ? JSON.parse(value as string) : value];
          }),
        ) as Parameters;
        calls.push([name, parameters]);
        const reply = replies[name]?.(parameters);
        return reply instanceof Error ? Promise.reject(reply) : Promise.resolve([{ value: reply }]);
      },
      listen(onMessage, onState) {
        announce = onMessage;
        setLive = onState;
        onState(true);
        return stopListening;
      },
      close,
    },
    { url: 'https://db.example', secretKey: 'secret', publishableKey: 'public' },
  );
  const parametersOf = (name: string) => calls.filter(([one]) => one === name).map(([, given]) => given);
  return {
    ...{ store, calls, parametersOf, stopListening, close },
    announce: (message: string) => {
      announce(message);
    },
    setLive: (isLive: boolean) => {
      setLive(isLive);
    },
  };
}

/** Begins a call that takes its place from memory, and returns its id. */
async function begin({ store }: ReturnType<typeof storeWith>): Promise<string> {
  await store.useKey('hash', 600);
  const result = await store.beginCall(call);
  if (result.outcome !== 'begun') throw new Error(result.outcome);
  return result.call_id;
}

describe('a call without an idempotency key', () => {
  test('takes a place, and is recorded with its lease', async () => {
    const made = storeWith();
    const id = await begin(made);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await made.store.finishCall(id, outcome)).toBe(0.25);
    expect(made.calls.map(([name]) => name)).toEqual(['call_grant', 'lease_calls', 'record_calls']);
    const [leased] = made.parametersOf('lease_calls');
    expect(leased).toMatchObject({ deployment_id: 'deployment-1', key_id: 'key-1', lease_seconds: 65 });
    expect(made.parametersOf('record_calls')).toEqual([
      {
        calls: [{ ...outcome, id, deployment_id: 'deployment-1', lease: leased?.['lease'], key_id: 'key-1' }],
      },
    ]);
  });

  test('has the instructions of its grant', async () => {
    const { store } = storeWith();
    await store.useKey('hash', 600);
    expect(await store.beginCall(call)).toMatchObject({ outcome: 'begun', ...instructions });
  });

  test('gives its place back when it was not charged, and only then', async () => {
    const placesGivenBack = async (is_charged: boolean) => {
      const made = storeWith();
      await made.store.finishCall(await begin(made), { ...outcome, is_charged });
      await made.store.close();
      return made.parametersOf('record_calls').flatMap(({ returned }) => returned ?? []);
    };
    expect(await placesGivenBack(false)).toMatchObject([{ places: 1 }]);
    expect(await placesGivenBack(true)).toEqual([]);
  });

  test('that could not be recorded is recorded by a repeat', async () => {
    let isDown = true;
    const made = storeWith({ record_calls: () => (isDown ? new Error('lost') : [0.25]) });
    const id = await begin(made);
    await expect(made.store.finishCall(id, outcome)).rejects.toMatchObject({ status: 503 });
    isDown = false;
    expect(await made.store.finishCall(id, outcome)).toBe(0.25);
    expect(made.parametersOf('finish_call')).toEqual([]);
  });

  test('is finished in the database when this process does not know it', async () => {
    const made = storeWith();
    expect(await made.store.finishCall('stored-call', outcome, 'sealed')).toBe(0.5);
    expect(made.calls).toEqual([['finish_call', { call_id: 'stored-call', ...outcome, answer: 'sealed' }]]);
  });

  test('is forgotten 65 minutes after its begin, when it can no longer be recorded', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const made = storeWith();
    const abandoned = await begin(made);
    vi.advanceTimersByTime(3_899_999);
    const later = await begin(made);
    await made.store.finishCall(abandoned, outcome);
    expect(made.parametersOf('finish_call')).toEqual([]);

    vi.advanceTimersByTime(3_900_000);
    await begin(made);
    await made.store.finishCall(later, outcome);
    expect(made.parametersOf('finish_call')).toMatchObject([{ call_id: later }]);
  });

  test.each([
    [over, over],
    [{ outcome: 'gone' }, { outcome: 'gone' }],
  ])('is rejected with %j', async (reply, result) => {
    const made = storeWith({ lease_calls: () => reply });
    await made.store.useKey('hash', 600);
    expect(await made.store.beginCall(call)).toEqual(result);
    expect(made.parametersOf('begin_call')).toEqual([]);
  });

  test.each<[string, (made: ReturnType<typeof storeWith>) => void, Replies]>([
    ['that was never read', () => undefined, {}],
    ['of a deployment without an owner', () => undefined, { call_grant: () => ({ grant: grantOf() }) }],
    [
      'that was forgotten',
      ({ store }) => {
        store.forget();
      },
      {},
    ],
    [
      'that changed',
      ({ announce }) => {
        announce(`changed ${OWNER}`);
      },
      {},
    ],
    [
      'whose changes may have been missed',
      ({ setLive }) => {
        setLive(false);
      },
      {},
    ],
  ])('begins in the database with a grant %s', async (name, change, replies) => {
    const made = storeWith(replies);
    if (name !== 'that was never read') await made.store.useKey('hash', 600);
    change(made);
    expect(await made.store.beginCall(call)).toEqual(begun);
    expect(made.parametersOf('begin_call')).toEqual([call]);
    expect(made.parametersOf('lease_calls')).toEqual([]);
  });

  test('without a key begins in the database', async () => {
    const made = storeWith();
    await made.store.useKey('hash', 600);
    await made.store.beginCall({ ...call, key_id: null });
    expect(made.parametersOf('begin_call')).toHaveLength(1);
  });

  test('keeps its grant after a change of another owner', async () => {
    const made = storeWith();
    await made.store.useKey('hash', 600);
    made.announce('changed owner-2');
    await made.store.beginCall(call);
    expect(made.parametersOf('lease_calls')).toHaveLength(1);
  });
});

describe('a call with an idempotency key', () => {
  test('begins in the database', async () => {
    const made = storeWith();
    await made.store.useKey('hash', 600);
    expect(await made.store.beginCall(withKey)).toEqual(begun);
    expect(made.parametersOf('begin_call')).toEqual([withKey]);
  });

  test('asks again after the places that this process does not need were given back', async () => {
    const results: object[] = [over, begun];
    const made = storeWith({ begin_call: () => results.shift() });
    await made.store.finishCall(await begin(made), { ...outcome, is_charged: false });
    expect(await made.store.beginCall(withKey)).toEqual(begun);
    expect(made.calls.slice(-3).map(([name]) => name)).toEqual(['begin_call', 'record_calls', 'begin_call']);
    expect(made.parametersOf('record_calls').at(-1)).toMatchObject({ calls: [], returned: [{ places: 1 }] });
  });

  test('is rejected when the quota is still used up', async () => {
    const made = storeWith({ begin_call: () => over });
    await made.store.useKey('hash', 600);
    expect(await made.store.beginCall(withKey)).toEqual(over);
    expect(made.parametersOf('begin_call')).toHaveLength(2);
  });

  test('is rejected at once when no place of this process can be the owner’s', async () => {
    const made = storeWith({ begin_call: () => over });
    expect(await made.store.beginCall(withKey)).toEqual(over);
    expect(made.parametersOf('begin_call')).toHaveLength(1);
  });

  test('does not ask again after another rejection', async () => {
    const made = storeWith({ begin_call: () => ({ outcome: 'spent' }) });
    await made.store.useKey('hash', 600);
    expect(await made.store.beginCall(withKey)).toEqual({ outcome: 'spent' });
    expect(made.parametersOf('begin_call')).toHaveLength(1);
  });
});

describe('messages of other processes', () => {
  const withFreePlace = async () => {
    const made = storeWith();
    await made.store.finishCall(await begin(made), { ...outcome, is_charged: false });
    return made;
  };
  const returnedIn = ({ parametersOf }: ReturnType<typeof storeWith>) =>
    parametersOf('record_calls').flatMap(({ returned }) => returned ?? []);

  test('give back the free places of an owner, whose grants stay', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] }); // else idle places return by themselves
    const made = await withFreePlace();
    made.announce('recall owner-2');
    made.announce(`other ${OWNER}`);
    made.announce('recall');
    expect(returnedIn(made)).toEqual([]);
    made.announce(`recall ${OWNER}`);
    await vi.waitFor(() => {
      expect(returnedIn(made)).toMatchObject([{ places: 1 }]);
    });
    await made.store.beginCall(call);
    expect(made.parametersOf('begin_call')).toEqual([]);
  });

  test('a closed store gives back its places, and ends both connections', async () => {
    const made = await withFreePlace();
    await made.store.close();
    expect(returnedIn(made)).toMatchObject([{ places: 1 }]);
    expect(made.stopListening).toHaveBeenCalledTimes(1);
    expect(made.close).toHaveBeenCalledTimes(1);
  });
});

test('counts a request of a subject', async () => {
  const made = storeWith({ take_rate: () => 7 });
  const rate = { subject: 'wrong key', most: 5, seconds: 60 };
  expect(await made.store.takeRate(rate)).toBe(7);
  expect(made.calls).toEqual([['take_rate', rate]]);
});

test('reserves and corrects tokens of a preview', async () => {
  const made = storeWith({
    reserve_preview: () => ({ outcome: 'reserved', day: '2026-11-24' }),
    settle_preview: () => null,
  });
  const subject = { person: null, address: 'here' };
  const budgets = { day_budget: 1, address_budget: 2, own_budget: 3 };
  const preview = { ...subject, agent: null, tokens: 10, ...budgets };
  expect(await made.store.reservePreview(preview)).toEqual({ outcome: 'reserved', day: '2026-11-24' });
  await made.store.settlePreview({ ...subject, day: '2026-11-24', tokens: -3 });
  expect(made.calls).toEqual([
    ['reserve_preview', preview],
    ['settle_preview', { ...subject, day: '2026-11-24', tokens: -3 }],
  ]);
});
