/** The connection to a frame: who may greet, which messages count, and when it fails. Real frames and ports. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromFrame, ToFrame } from '@slipway/contracts';
import { connectFrame, type FrameConnection } from './connectFrame';
import { sandboxKit } from './sandboxKit';

const start: ToFrame = {
  type: 'start',
  ...{ route: '/currents', path: '/currents', search: '', params: {} },
  theme: 'dark',
  ...{ language: 'en', config: {} },
};

let frame: HTMLIFrameElement;
let connection: FrameConnection | undefined;
const messages: FromFrame[] = [];
const failures: [phase: string, code: string, text: string, isReady: boolean][] = [];

beforeEach(() => {
  frame = document.createElement('iframe');
  document.body.append(frame);
  messages.length = 0;
  failures.length = 0;
});
afterEach(() => {
  connection?.close();
  frame.remove();
  vi.useRealTimers();
});

const connect = (limit = 10_000) => {
  connection = connectFrame(frame, limit, sandboxKit, {
    start: () => start,
    onMessage: (message) => messages.push(message),
    onFailure: ({ phase, code, message }, isReady) => failures.push([phase, code, message, isReady]),
  });
};

/** As a frame without an origin greets. Resolves to its side of the port. */
function greet(change: Partial<MessageEventInit> = {}): MessagePort | undefined {
  const posted = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => undefined);
  const data = { slipway: 'frame', protocol: 1 };
  window.dispatchEvent(
    new MessageEvent('message', { source: frame.contentWindow, origin: 'null', data, ...change }),
  );
  const [call] = posted.mock.calls as unknown as [message: object, origin: string, ports: MessagePort[]][];
  posted.mockRestore();
  return call?.[2][0];
}

it('gives a port to the window of the frame, and starts the slice', async () => {
  connect();
  const port = greet();
  const received = await new Promise((resolve) => {
    if (port) port.onmessage = ({ data }) => resolve(data);
  });
  expect(received).toEqual(start);
  port?.postMessage({ type: 'ready' });
  await vi.waitFor(() => {
    expect(messages).toEqual([{ type: 'ready' }]);
  });
});

it.each([
  ['another window', { source: window }],
  ['another origin', { origin: 'https://evil.example' }],
  ['the origin of the page', { origin: window.location.origin }],
  ['no greeting', { data: { slipway: 'page', protocol: 1 } }],
  ['another protocol', { data: { slipway: 'frame', protocol: 2 } }],
  ['more than a greeting', { data: { slipway: 'frame', protocol: 1, token: true } }],
])('gives no port to %s', (_what, change) => {
  connect();
  expect(greet(change)).toBeUndefined();
});

it('drops what fits no schema, and fails for an error of the slice', async () => {
  connect();
  const port = greet();
  for (const junk of [
    null,
    5,
    'ready',
    {},
    { type: 'token' },
    { type: 'ready', more: 1 },
    { type: 'height', height: '5' },
  ])
    port?.postMessage(junk);
  port?.postMessage({ type: 'failed', message: 'x'.repeat(5_000) });
  await vi.waitFor(() => {
    expect(failures).toEqual([['evaluate', 'unexpected', 'x'.repeat(300), false]]);
  });
  expect(messages).toEqual([]);
});

it('fails when the frame loads another document', () => {
  connect();
  greet();
  greet();
  expect(failures).toEqual([['effect', 'unexpected', 'The frame has loaded another document', false]]);
});

it('ends a frame that floods the page', async () => {
  connect();
  const port = greet();
  for (let count = 0; count < 1_500; count += 1) port?.postMessage({ type: 'height', height: count });
  await vi.waitFor(() => {
    expect(failures).toEqual([['effect', 'unexpected', 'The frame sends too many messages', false]]);
  });
  expect(messages).toHaveLength(1_000);
});

it('fails without a greeting soon after the document, and without a page within the limit', () => {
  vi.useFakeTimers();
  connect();
  frame.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(3_000);
  expect(failures).toEqual([['load', 'slice_unreachable', 'The document of the frame did not load', false]]);

  failures.length = 0;
  connect(5_000);
  greet();
  vi.advanceTimersByTime(5_000);
  expect(failures).toEqual([['hang', 'slice_unreachable', 'The page did not load within 5 seconds', false]]);
});

it('fails when a frame that was ready does not answer any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout', 'performance'] });
  connect(6_000);
  greet()?.postMessage({ type: 'ready' });
  await vi.waitFor(() => {
    expect(messages).toHaveLength(1);
  });
  vi.advanceTimersByTime(15_001);
  expect(failures).toEqual([['hang', 'unexpected', 'The frame no longer responds', true]]);
});
