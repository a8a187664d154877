import { expect, test, vi } from 'vitest';
import { createBufferedEmitter, createEmitter } from './emitter';

test('calls every listener with the arguments, in the order of subscription', () => {
  const emitter = createEmitter<[name: string, count: number]>();
  const calls: string[] = [];
  emitter.subscribe((name, count) => calls.push(`first ${name} ${String(count)}`));
  emitter.subscribe((name, count) => calls.push(`second ${name} ${String(count)}`));
  emitter.emit('a', 1);
  expect(calls).toEqual(['first a 1', 'second a 1']);
});

test('stops calling a listener after it unsubscribed', () => {
  const emitter = createEmitter();
  const listener = vi.fn();
  const other = vi.fn();
  const unsubscribe = emitter.subscribe(listener);
  emitter.subscribe(other);
  unsubscribe();
  emitter.emit();
  expect(listener).not.toHaveBeenCalled();
  expect(other).toHaveBeenCalledOnce();
});

test('calls a function once for each of its subscriptions', () => {
  const emitter = createEmitter();
  const listener = vi.fn();
  emitter.subscribe(listener);
  const unsubscribe = emitter.subscribe(listener);
  emitter.emit();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  emitter.emit();
  expect(listener).toHaveBeenCalledTimes(3);
});

test('runs start with the first listener and stop with the last', () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const emitter = createEmitter(start);
  expect(start).not.toHaveBeenCalled();
  const first = emitter.subscribe(() => undefined);
  const second = emitter.subscribe(() => undefined);
  expect(start).toHaveBeenCalledOnce();
  first();
  expect(stop).not.toHaveBeenCalled();
  second();
  second();
  expect(stop).toHaveBeenCalledOnce();
  emitter.subscribe(() => undefined);
  expect(start).toHaveBeenCalledTimes(2);
});

test('a buffered emitter calls its first listener for the events from before it, and no other', () => {
  const { emit, subscribe } = createBufferedEmitter<[event: string]>();
  emit('one');
  emit('two');
  const calls: string[] = [];
  const unsubscribe = subscribe((event) => calls.push(`first ${event}`));
  subscribe((event) => calls.push(`second ${event}`));
  expect(calls).toEqual(['first one', 'first two']);
  emit('three');
  unsubscribe();
  emit('four');
  subscribe((event) => calls.push(`third ${event}`));
  expect(calls.slice(2)).toEqual(['first three', 'second three', 'second four']);
});
