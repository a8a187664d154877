/** Bodies of a wrong type get 400 with the field's name. */
import { expect, test } from 'vitest';
import { rejectedBody } from './malformedBodies';

const post = (path: string, body: string, method = 'POST') =>
  new Request(`http://127.0.0.1${path}`, { method, body });

test.each([
  ['null', 'JSON object'],
  ['[]', 'JSON object'],
  ['{', 'not JSON'],
  ['{"email":{}}', 'email must be text'],
  ['{"password":1}', 'password must be text'],
  [`{"email":"${'a'.repeat(5000)}"}`, 'at most 255'],
  ['{"data":1}', 'data must be an object'],
  [String.raw`{"email":"a\u0000@example.com"}`, 'null characters'],
  [String.raw`{"password":"\ud800"}`, 'invalid Unicode'],
  [String.raw`{"data":{"tags":["a",{"\u0000":1}]}}`, 'null characters'],
  [`{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'more than 32 levels'],
])('rejects %.40s to the auth service', async (body, message) => {
  const response = await rejectedBody(post('/auth/v1/signup', body));
  expect(response?.status).toBe(400);
  expect(await response?.json()).toMatchObject({
    error_code: 'validation_failed',
    msg: expect.stringContaining(message) as string,
  });
});

test.each([
  '',
  '{}',
  '{"email":"a@example.com","password":"x","data":{"full_name":"A 🙂"}}',
  '{"email":null}',
  String.raw`{"password":"\\u0000"}`,
])('passes %s on, unread', async (body) => {
  const request = post('/auth/v1/signup', body);
  expect(await rejectedBody(request)).toBeUndefined();
  expect(await request.text()).toBe(body);
});

test('rejects a PUT of a row that is not JSON', async () => {
  const response = await rejectedBody(post('/rest/v1/agents', '?&*', 'PUT'));
  expect(await response?.json()).toMatchObject({ code: 'PGRST102' });
});
