import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useSearchParams } from './useSearchParams';

afterEach(cleanup);

function Page() {
  const [params, setParams] = useSearchParams();
  return (
    <button
      type="button"
      onClick={() => {
        setParams((current) => [...current, ['q', 'mail']]);
        // Before React has rendered the first one.
        setParams((current) => [...current, ['agent', '7']]);
      }}
    >
      {params.toString()}
    </button>
  );
}

test('a change starts from the one before, also where that is not rendered yet', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: ['/list?sort=newest'],
  });
  render(<RouterProvider router={router} />);
  const button = screen.getByRole('button');
  await act(async () => {
    button.click();
    await Promise.resolve();
  });
  expect(router.state.location.search).toBe('?sort=newest&q=mail&agent=7');
  expect(button.textContent).toBe('sort=newest&q=mail&agent=7');
});
