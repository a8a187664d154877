import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { usePlace } from './usePlace';

afterEach(cleanup);

/** The functions that close the place, of all renders. */
let closes: (() => void)[] = [];

function Page() {
  const place = usePlace('agent');
  closes.push(place.close);
  return (
    <>
      <button
        onClick={() => {
          place.open('7');
        }}
      >
        Open
      </button>
      <button onClick={place.close}>Close</button>
      <output>{place.value ?? 'closed'}</output>
    </>
  );
}

const show = (address: string) => {
  closes = [];
  const routes = [
    { path: '*', element: <Page /> },
    { path: '/without', element: <output>none</output> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/', address] });
  // As the app is rendered.
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return { router, value: () => screen.getByRole('status').textContent };
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const addressOf = ({ state }: ReturnType<typeof show>['router']) =>
  state.location.pathname + state.location.search;

test('opening adds a history entry that keeps other parameters, and closing returns to the one before', async () => {
  const { router, value } = show('/list?q=mail');
  await press('Open');
  expect([value(), addressOf(router)]).toEqual(['7', '/list?q=mail&agent=7']);
  await press('Close');
  expect([value(), addressOf(router)]).toEqual(['closed', '/list?q=mail']);
  await router.navigate(1);
  expect(addressOf(router)).toBe('/list?q=mail&agent=7');
});

test('closing an address that was opened directly stays on the page', async () => {
  const { router, value } = show('/list?agent=7');
  await press('Close');
  expect([value(), addressOf(router)]).toEqual(['closed', '/list']);
});

test('closing twice before the page has changed goes back once', async () => {
  const { router, value } = show('/list');
  await press('Open');
  const close = screen.getByRole('button', { name: 'Close' });
  // React renders when the callback has ended.
  await act(async () => {
    close.click();
    close.click();
    await Promise.resolve();
  });
  expect([value(), addressOf(router)]).toEqual(['closed', '/list']);
  await act(() => router.navigate(1));
  expect(value()).toBe('7');
  await press('Close');
  expect([value(), addressOf(router)]).toEqual(['closed', '/list']);
});

test.each([
  ['on the same page', '/list?page=2', 'closed'],
  ['on another page', '/without', 'none'],
])('a place that the user has left already is not closed again: now %s', async (_where, address, shown) => {
  const { router, value } = show('/list');
  await press('Open');
  const close = closes.at(-1); // such as after a request
  await act(() => router.navigate(address));
  await act(async () => {
    close?.();
    await Promise.resolve();
  });
  expect([value(), addressOf(router)]).toEqual([shown, address]);
});
