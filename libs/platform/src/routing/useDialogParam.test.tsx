import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useDialogParam } from './useDialogParam';

afterEach(cleanup);

/** The functions that close the dialog, of all renders. */
let closes: (() => void)[] = [];
/** Those that open it. */
let opens: ((value: string) => void)[] = [];

function Page() {
  const dialog = useDialogParam('agent');
  closes.push(dialog.close);
  opens.push(dialog.open);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          dialog.open('7');
        }}
      >
        Open
      </button>
      <button type="button" onClick={dialog.close}>
        Close
      </button>
      <output>{dialog.value ?? 'closed'}</output>
    </>
  );
}

const show = (address: string) => {
  closes = [];
  opens = [];
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

test('opened twice before the page shows it, it closes once', async () => {
  const { router, value } = show('/list');
  act(() => {
    opens.at(-1)?.('7');
    opens.at(-1)?.('7');
  });
  expect(value()).toBe('7');
  await press('Close');
  expect([value(), addressOf(router)]).toEqual(['closed', '/list']);
});

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
])('a dialog that the user has left already is not closed again: now %s', async (_where, address, shown) => {
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

test('a dialog is not opened by a request that ends after the user has left its page', async () => {
  const { router, value } = show('/list');
  const open = opens.at(-1);
  await act(() => router.navigate('/without'));
  await act(async () => {
    open?.('7');
    await Promise.resolve();
  });
  expect([value(), addressOf(router)]).toEqual(['none', '/without']);
});

test('its functions stay the same, so that rows do not render again', async () => {
  show('/list');
  await press('Open');
  await press('Close');
  expect([new Set(opens).size, new Set(closes).size]).toEqual([1, 1]);
});

test('closing a dialog that another one has opened leaves that one', async () => {
  const { router, value } = show('/list');
  await act(() => router.navigate('/list?agent=7', { state: { openedDialog: 'review' } }));
  await press('Close');
  expect([value(), addressOf(router), router.state.historyAction]).toEqual(['closed', '/list', 'REPLACE']);
});

test('the state of another page does not count as the way to a dialog', async () => {
  for (const state of ['openedDialog', 7, null, { other: 'agent' }]) {
    const { router, value } = show('/list');
    await act(() => router.navigate('/list?agent=7', { state }));
    await press('Close');
    expect([value(), router.state.historyAction]).toEqual(['closed', 'REPLACE']);
    cleanup();
  }
});

test('opening and closing keep the scroll position, and only opening adds a history entry', async () => {
  const { router } = show('/list');
  const navigate = vi.spyOn(router, 'navigate');
  await press('Open');
  await act(() => router.navigate('/list?agent=7'));
  await press('Close');
  const options = navigate.mock.calls.map(([, given]) => given).filter((given) => given !== undefined);
  expect(options.map((given) => [given.preventScrollReset, given.replace])).toEqual([
    [true, false],
    [true, true],
  ]);
});
