import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AgentIcon, patternOf } from './AgentIcon';
import { Avatar, initialsOf } from './Avatar';
import { hueOf, pictureColors } from './pictureColor';

afterEach(cleanup);

test.each([
  ['Mia Weber', 'MW'],
  ['  ada  lovelace king ', 'AK'],
  ['jonas@example.com', 'J'],
  ['👩‍🚀 Kim', '👩‍🚀K'],
  ['ß', 'SS'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a name always has the same color, and a chosen color wins', () => {
  expect(hueOf(null, 'Sales Bot')).toBe(hueOf(undefined, 'Sales Bot'));
  expect(hueOf('red', 'Sales Bot')).toBe(20);
  expect(hueOf('of-a-later-release', 'Sales Bot')).toBe(hueOf(null, 'Sales Bot'));
  const hues = new Set(Array.from({ length: 60 }, (_, at) => hueOf(null, `Agent ${String(at)}`)));
  expect(hues.size).toBe(pictureColors.length);
});

test('the pattern is symmetric, and decided by the name', () => {
  const cells = patternOf('Sales Bot');
  expect(cells).toEqual(patternOf('Sales Bot'));
  expect(cells).not.toEqual(patternOf('Support Bot'));
  const filled = new Set(cells.map(String));
  for (const [x, y] of cells) expect(filled).toContain(String([3 - x, y]));
  const { container } = render(<AgentIcon name="Sales Bot" category="sales" />);
  const squares = cells.map(([x, y]) => `M${String(x)} ${String(y)}h1v1h-1z`).join('');
  expect(container.querySelector('svg path')?.getAttribute('d')).toBe(squares);
});

test('pictures are hidden from assistive technology: the name is next to them', () => {
  const { container } = render(
    <>
      <AgentIcon name="Sales Bot" category="sales" />
      <Avatar name="Mia Weber" />
      <Avatar name={undefined} src="data:image/png;base64,AA==" />
    </>,
  );
  expect(container.children).toHaveLength(3);
  for (const picture of container.children) expect(picture.getAttribute('aria-hidden')).toBe('true');
});
