import { expect, it } from 'vitest';
import { encodedBody } from './encodedBody';

const rejected = {
  detail: 'Send the body uncompressed, without the header Content-Encoding',
  headers: { 'accept-encoding': 'identity' },
};

it.each(['', 'identity', 'Identity , identity'])('Content-Encoding: %s is no coding', (encoding) => {
  expect(encodedBody(new Headers({ 'content-encoding': encoding }))).toBeUndefined();
});

it.each(['gzip', 'GZIP', 'br', 'identity, deflate', 'zstd,', 'none'])(
  'Content-Encoding: %s is rejected',
  (encoding) => {
    expect(encodedBody(new Headers({ 'content-encoding': encoding }))).toEqual(rejected);
  },
);

it('a request without the header has no coding', () => {
  expect(encodedBody(new Headers())).toBeUndefined();
});
