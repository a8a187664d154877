/** Messages between a page and a sandboxed slice: only exactly these are accepted. */
import { expect, it } from 'vitest';
import * as messages from './sandboxMessages';

const event = { name: 'billing.paid', version: 1, detail: { id: 'a', count: 2, done: true, names: ['b'] } };
const start = {
  ...{ type: 'start', route: '/billing/:id', path: '/billing/7', search: '?a=b', params: { id: '7' } },
  ...{ theme: 'dark', language: 'de', config: { limit: 3 }, flags: { print: true } },
};

it.each<[keyof typeof messages, object[], unknown[]]>([
  [
    'parseFrameHello',
    [{ slipway: 'frame', protocol: 1 }],
    [{ slipway: 'page', protocol: 1 }, { slipway: 'frame', protocol: 2 }, { slipway: 'frame' }, {}],
  ],
  [
    'parsePageHello',
    [{ slipway: 'page', protocol: 1 }],
    [
      { slipway: 'frame', protocol: 1 },
      { slipway: 'page', protocol: 0 },
      { slipway: 'page', protocol: 1, more: 1 },
    ],
  ],
  [
    'parseFromFrame',
    [
      { type: 'ready' },
      { type: 'failed', message: 'x' },
      { type: 'height', height: 0.5 },
      { type: 'height', height: 1e9 },
      { type: 'navigate', to: 'a'.repeat(2_000) },
      { type: 'title', title: 'a\nb' },
      { type: 'toast', kind: 'info', text: 'a'.repeat(300) },
      { type: 'emit', ...event },
      { type: 'error', phase: 'timer', name: 'TypeError' },
      { type: 'pong' },
    ],
    [
      undefined,
      { type: 'ready', more: 1 },
      { type: 'failed' },
      { type: 'failed', message: 'x', more: 1 },
      { type: 'height', height: 2e9 },
      { type: 'height', height: -2e9 },
      { type: 'height', height: '1' },
      { type: 'navigate', to: 'a'.repeat(2_001) },
      { type: 'title', title: 'a'.repeat(301) },
      { type: 'toast', kind: 'other', text: 'x' },
      { type: 'toast', kind: 'info', text: '' },
      { type: 'emit', name: 'billing.paid', version: 1 },
      { type: 'emit', ...event, detail: { id: 'a'.repeat(10_001) } },
      { type: 'emit', ...event, detail: { id: ['a'.repeat(1_001)] } },
      { type: 'emit', ...event, detail: { id: {} } },
      { type: 'error', phase: 'other', name: 'TypeError' },
      { type: 'pong', more: 1 },
      { type: 'ping' },
    ],
  ],
  [
    'parseToFrame',
    [
      start,
      { type: 'flags', flags: { print: false } },
      { type: 'theme', theme: 'light' },
      { type: 'event', ...event },
      { type: 'ping' },
    ],
    [
      { ...start, theme: 'blue' },
      { ...start, params: { id: 7 } },
      { ...start, flags: { print: 'yes' } },
      { ...start, more: 1 },
      { type: 'start' },
      { type: 'flags' },
      { type: 'theme', theme: 'blue' },
      { type: 'event', name: 'a' },
      { type: 'ping', more: 1 },
      { type: 'pong' },
    ],
  ],
  [
    'parseComposedFrame',
    [{ file: 'frame.html', emits: [{ ...event, detail: {} }], listens: [], flags: { print: true } }],
    [
      undefined,
      {},
      { file: '../frame.html', emits: [], listens: [] },
      { file: 'a.html', emits: [{}], listens: [] },
    ],
  ],
])('%s takes exactly its messages', (name, taken, others) => {
  const parse = messages[name] as (input: unknown) => unknown;
  for (const message of taken) expect(parse(message)).toEqual(message);
  for (const message of others) expect(parse(message), JSON.stringify(message)).toBeUndefined();
});
