/** The requests of a frame: all others are ignored. */
import { describe, expect, it, vi } from 'vitest';
import { toast } from '@slipway/design-system';
import type { HostRoute } from '../boot/hostContext';
import { emitSliceEvent, onSliceEvent } from '../events/sliceEvents';
import { frameError } from '../health/records';
import {
  addressOf,
  emitDeclared,
  heightOf,
  plain,
  recordFrameError,
  showToast,
  TALLEST,
} from './frameRequests';

const routes: HostRoute[] = [
  { path: '/login', title: 'Sign in', access: 'public', slice: 'auth' },
  { path: '/notes/:id', title: 'Note', access: 'public', slice: 'notes' },
];

describe('addressOf', () => {
  it.each(['/login', '/login?next=%2Fa#top', '/notes/5'])('accepts %s', (to) => {
    expect(addressOf(to, routes)).toBe(to);
  });

  it.each([
    'https://evil.example/login',
    '//evil.example/login',
    '/\\evil.example/login',
    'javascript:alert(1)',
    'login',
    '/nowhere',
    '/notes',
    '/login?slice=auth@0123456789abcdef',
    '',
  ])('ignores %s', (to) => {
    expect(addressOf(to, routes)).toBeUndefined();
  });
});

it('limits heights', () => {
  expect([-5, 10.2, 1e9].map(heightOf)).toEqual([0, 11, TALLEST]);
});

it('makes one line of text, without control characters and marks of direction', () => {
  expect(plain(' a\n\u0000b\u202ec\u200b ', 10)).toBe('a b c');
  expect(plain('abcdef', 3)).toBe('abc');
});

it('shows toasts as text with the name of the slice, and no empty ones', () => {
  const info = vi.spyOn(toast, 'info').mockReturnValue('');
  showToast({ type: 'toast', kind: 'info', text: '<b>x</b>' }, 'Currents');
  showToast({ type: 'toast', kind: 'info', text: '\u200b' }, 'Currents');
  expect(info.mock.calls).toEqual([['Currents: <b>x</b>']]);
});

it('passes on declared events with a detail that fits, and no others', () => {
  const received = vi.fn();
  const ends = ['currents.read@1', 'currents.read@2', 'auth.left@1'].map((key) =>
    onSliceEvent(key, received),
  );
  const emits = [{ name: 'currents.read', version: 1, detail: { spot: { type: 'string' as const } } }];
  const frame = { file: 'frame.html', emits, listens: [] };
  const emit = (name: string, version: number, detail: Record<string, string | number>) => {
    emitDeclared(frame, { type: 'emit', name, version, detail }, emitSliceEvent);
  };
  emit('currents.read', 1, { spot: 'pier' });
  emit('currents.read', 2, { spot: 'pier' });
  emit('currents.read', 1, { spot: 5 });
  emit('currents.read', 1, { spot: 'pier', more: 'x' });
  emit('auth.left', 1, {});
  expect(received.mock.calls).toEqual([[{ spot: 'pier' }]]);
  for (const end of ends) end();
});

it('records an error with the name that the frame gives, and without a stack of the page', () => {
  const received = vi.fn();
  const end = frameError.subscribe(received);
  recordFrameError('currents', { type: 'error', phase: 'promise', name: 'TypeError' }, frameError);
  expect(received.mock.calls).toEqual([
    ['currents', 'promise', expect.objectContaining({ name: 'TypeError', stack: '' })],
  ]);
  end();
});
