import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { withoutKeys } from './iconLoader.mjs';

it('removes the keys of an icon, and keeps its lines and its paths', () => {
  const path = createRequire(import.meta.resolve('@slipway/design-system')).resolve(
    'lucide-react/icons/rocket',
  );
  const source = readFileSync(path, 'utf8');
  const without = withoutKeys(source);
  expect(source).toMatch(/key: "/);
  expect(without).not.toMatch(/key: "/);
  const pathsOf = (text: string) => text.match(/ d: "[^"]+"/g);
  expect(pathsOf(without)).toEqual(pathsOf(source));
  expect(without.split('\n')).toHaveLength(source.split('\n').length);
});
