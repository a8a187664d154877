import { expect, test } from 'vitest';
import { redact } from './redact';

test.each([
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[token]'],
  ['key ak_abcdefghijklmnop', 'key [api key]'],
  ['sb_secret_abc-DEF', '[key]'],
  ['sb_publishable_abc_1', '[key]'],
  ['/x?access_token=abc&type=signup', '/x?access_token=[removed]&type=signup'],
  ['refresh_token=r1 provider_token=p1', 'refresh_token=[removed] provider_token=[removed]'],
  ['apikey=k1 password=secret CODE=123', 'apikey=[removed] password=[removed] CODE=[removed]'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [removed]'],
  ['authorization: basic dXNlcjpwYXNz==', 'authorization: basic [removed]'],
  ["o'brien+1@x.io is known", '[address] is known'],
  ['ada@mail.example.test', '[address]'],
  ['one\nERROR two', 'one\\u000aERROR two'],
  ['a\u001b[31mred', 'a\\u001b[31mred'],
  ['one\u2028two\u2029', 'one\\u2028two\\u2029'],
  ['a first@second.test and ak_12345678, twice ak_87654321', 'a [address] and [api key], twice [api key]'],
])('redacts %j as %j', { tags: ['T-23'] }, (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each(['bank_balance', 'ak_short', 'eyJ.only', 'barcode: 12', 'user at example'])(
  'keeps %j unchanged',
  (text) => {
    expect(redact(text)).toBe(text);
  },
);
