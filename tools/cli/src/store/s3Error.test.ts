/** Errors of the S3 client, for users. */
import { expect, it } from 'vitest';
import { isConditionFailed, isMissing, notRemoved, toAppError } from './s3Error';

const failure = (name: string, status = 0, code?: string) => ({
  name,
  code,
  $metadata: { httpStatusCode: status },
});

it.each([
  [
    'a missing bucket',
    failure('NoSuchBucket', 404),
    'not_found',
    's3://b does not exist: create the bucket, or correct "store"',
  ],
  [
    'missing credentials',
    failure('CredentialsProviderError'),
    'unauthenticated',
    /no valid credentials for s3:\/\/b \(CredentialsProviderError\)/,
  ],
  ['expired credentials', failure('ExpiredToken', 400), 'unauthenticated', /renew them/],
  [
    'a missing permission',
    failure('AccessDenied', 403),
    'forbidden',
    /s3:\/\/b rejects these credentials \(AccessDenied\)/,
  ],
  ['an unsigned request', failure('Unsigned', 401), 'forbidden', /rejects these credentials/],
  [
    'a network error',
    failure('Error', 0, 'ECONNREFUSED'),
    'unavailable',
    /cannot be reached \(ECONNREFUSED\)/,
  ],
  ['an unknown error', failure('SlowDown', 503), 'unavailable', /cannot be reached \(SlowDown\)/],
  ['an empty error', {}, 'unavailable', /cannot be reached \(Error\)/],
])('explains %s', (_what, error, code, message) => {
  const shown = toAppError(error, 's3://b');
  expect(shown).toMatchObject({ code, cause: error });
  expect(shown.message).toMatch(message);
});

it('knows a missing key from a missing bucket', () => {
  expect(isMissing(failure('NoSuchKey', 404))).toBe(true);
  expect(isMissing(failure('NoSuchBucket', 404))).toBe(false);
  expect(isMissing(failure('NoSuchKey', 403))).toBe(false);
});

it('knows a failed condition', () => {
  expect([409, 412, 404, 200].map((status) => isConditionFailed(failure('x', status)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('says what to do about a key that the service kept', () => {
  expect(notRemoved('a.js', 'InternalError', 's3://b')).toMatchObject({
    code: 'unavailable',
    message: 's3://b did not remove a.js (InternalError): try again',
  });
});
