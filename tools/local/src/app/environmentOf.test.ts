/** Only names below localhost are previews. */
import { expect, it } from 'vitest';
import { environmentOf } from './environmentOf';

it.each([
  ['http://127.0.0.1:4200/marketplace', 'local'],
  ['http://localhost:4200/', 'local'],
  ['http://pr-123.localhost:4200/', 'preview-pr-123'],
  ['http://a.b.localhost:4200/', 'local'],
  ['http://pr-123.localhost.example/', 'local'],
])('%s is %s', (address, environment) => {
  expect(environmentOf(new URL(address))).toBe(environment);
});
