/** After a navigation the window shows the start of the page: a focus that scrolls would put its title below the header. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { PageFocus } from './PageFocus';

afterEach(cleanup);

test('focuses the content without scrolling to it', () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue();
  render(
    <MemoryRouter>
      <PageFocus />
      <Link to="/history">History</Link>
      <main tabIndex={-1} />
    </MemoryRouter>,
  );
  const main = screen.getByRole('main');
  const focus = vi.spyOn(main, 'focus');
  fireEvent.click(screen.getByRole('link'));
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  expect(scroll).toHaveBeenCalledExactlyOnceWith(0, 0);
});
