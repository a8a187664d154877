/** Messages have the names of previews as the user typed them. */
import { expect, it } from 'vitest';
import { withTypedNames } from './typedNames';

it.each([
  ['preview-b has no shell yet', 'preview/b has no shell yet'],
  ['deploy it to preview-b: wait', 'deploy it to preview/b: wait'],
  ['run slipway rollback --env preview-b.', 'run slipway rollback --env preview/b.'],
  ['preview-b2 and my-preview-b', 'preview-b2 and my-preview-b'],
  ['environments/preview-b/current.json', 'environments/preview-b/current.json'],
  ['https://preview-b.example', 'https://preview-b.example'],
])('%s', (text, shown) => {
  for (const args of [['--to', 'preview/b'], ['--to=preview/b'], ['preview/b']])
    expect(withTypedNames(text, args)).toBe(shown);
  expect(withTypedNames(text, ['--to', 'preview-b', 'apps/billing'])).toBe(text);
});
