import { expect, test, vi } from 'vitest';
import { log } from './logger';

class CodedError extends Error {
  override readonly name = 'CodedError';
  constructor(
    readonly code: unknown,
    message: string,
  ) {
    super(message);
  }
}

test(
  'writes an error with its name, code and message, and redacts the address in it',
  { tags: ['SES-63', 'T-23'] },
  () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    log.error('sign-in failed', new CodedError('unauthenticated', 'ada@example.test was rejected'), {
      status: 400,
    });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      'sign-in failed CodedError: unauthenticated: [address] was rejected {"status":400}',
    );
  },
);

test('writes a warning to console.warn', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  log.warn('token refresh failed', 'ak_12345678');
  expect(warn).toHaveBeenCalledExactlyOnceWith('token refresh failed [api key]');
  expect(error).not.toHaveBeenCalled();
});

test('omits a code that is not text, such as a DOMException number', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  log.warn('failed', new CodedError(20, 'aborted'));
  expect(warn).toHaveBeenCalledExactlyOnceWith('failed CodedError: aborted');
});

test('writes values that JSON cannot express as text', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  log.warn('value', undefined, [1, 'two']);
  expect(warn).toHaveBeenCalledExactlyOnceWith('value undefined [1,"two"]');
});
