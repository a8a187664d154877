/** Icons: drawn from the shapes of Lucide, decorative unless they have a label. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Icon } from './Icon';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('an icon has the shapes of its drawing, and a size that grows with the text', () => {
  const warn = vi.spyOn(console, 'error');
  const { container } = render(<Icon name="favorited" size={24} />);
  const drawing = container.querySelector('svg');
  expect(drawing?.getAttribute('aria-hidden')).toBe('true');
  expect(drawing?.getAttribute('width')).toBe('1.5rem');
  expect(drawing?.getAttribute('fill')).toBe('currentColor');
  expect(drawing?.getAttribute('viewBox')).toBe('0 0 24 24');
  expect(drawing?.querySelector('path')?.getAttribute('d')).toMatch(/^M/);
  expect(warn).not.toHaveBeenCalled();
});

test('a label is its accessible name; lines are not filled', () => {
  render(<Icon name="favorite" label="Favorite" />);
  const icon = screen.getByRole('img', { name: 'Favorite' });
  expect(icon.hasAttribute('aria-hidden')).toBe(false);
  expect(icon.getAttribute('fill')).toBe('none');
});

test('the paths of an icon are one, each from its own start (23)', () => {
  const { container } = render(
    <>
      <Icon name="trend" />
      <Icon name="money" />
    </>,
  );
  const [trend, money] = container.querySelectorAll('svg');
  expect([...(trend?.children ?? [])].map((shape) => shape.getAttribute('d'))).toEqual([
    'M16 7h6v6M0 0m22 7-8.5 8.5-5-5L2 17',
  ]);
  expect([...(money?.children ?? [])].map(({ tagName }) => tagName)).toEqual(['path', 'circle']);
});
