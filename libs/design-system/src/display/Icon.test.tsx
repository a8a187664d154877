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
