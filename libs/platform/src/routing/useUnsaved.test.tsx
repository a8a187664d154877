/** Leaving a page with unsaved input needs a confirmation, by the page or by the browser. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { UnsavedForm } from '../testing/UnsavedForm';
import { useDiscardQuestion } from './useDiscardQuestion';
import { useDialogParam } from './useDialogParam';
import { hasUnsaved } from './useUnsaved';

afterEach(cleanup);

function open(isUnsaved: boolean) {
  const router = createMemoryRouter(
    [
      { path: '/form', element: <UnsavedForm isUnsaved={isUnsaved} /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  return (to: string) => act(() => router.navigate(to));
}
const isCloseConfirmed = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('does not ask without unsaved input', async () => {
  const go = open(false);
  expect(isCloseConfirmed()).toBe(false);
  await go('/other');
  expect(screen.getByText('elsewhere')).toBeTruthy();
});

test('asks before another page, not before a parameter of the same page', async () => {
  const go = open(true);
  expect(isCloseConfirmed()).toBe(true);
  await go('/form?agent=1');
  expect(screen.getByText('form')).toBeTruthy();
  await go('/other');
  expect(screen.getByText('form, confirm')).toBeTruthy();
  fireEvent.click(screen.getByText('stay'));
  expect(screen.getByText('form')).toBeTruthy();
  await go('/other');
  fireEvent.click(screen.getByText('leave'));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(isCloseConfirmed()).toBe(false);
});

test('no newer revision is loaded while one of two forms has unsaved input', () => {
  const routes = (first: boolean, second: boolean) => {
    const element = (
      <>
        <UnsavedForm isUnsaved={first} />
        <UnsavedForm isUnsaved={second} />
      </>
    );
    return <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />;
  };
  expect(hasUnsaved()).toBe(false);
  const { rerender, unmount } = render(routes(true, true));
  expect(hasUnsaved()).toBe(true);
  rerender(routes(false, true));
  expect([hasUnsaved(), isCloseConfirmed()]).toEqual([true, true]);
  rerender(routes(false, false));
  expect([hasUnsaved(), isCloseConfirmed()]).toEqual([false, false]);
  rerender(routes(true, false));
  unmount();
  expect([hasUnsaved(), isCloseConfirmed()]).toEqual([false, false]);
});

test('a form that a parameter holds open: Back and another value ask, the page that closes it does not (23)', async () => {
  const closed = vi.fn();
  function Question({ close }: { close: () => void }) {
    const [isAsked, setAsked] = useState(false);
    const {
      open: isOpen,
      onConfirm,
      onClose,
    } = useDiscardQuestion({
      ...{ isAsked, parameter: 'account' },
      onKeep: () => {
        setAsked(false);
      },
      onDiscard: () => {
        closed();
        close();
      },
    });
    return (
      <>
        <p>{isOpen ? 'asked' : 'form'}</p>
        <button
          type="button"
          onClick={() => {
            setAsked(true);
          }}
        >
          cancel
        </button>
        <button type="button" onClick={onClose}>
          keep
        </button>
        <button type="button" onClick={onConfirm}>
          discard
        </button>
      </>
    );
  }
  function Page() {
    const { value, open, close } = useDialogParam('account');
    const openProfile = () => {
      open('profile');
    };
    return value === null ? (
      <button type="button" onClick={openProfile}>
        open
      </button>
    ) : (
      <Question close={close} />
    );
  }
  const router = createMemoryRouter([{ path: '/page', element: <Page /> }], { initialEntries: ['/page'] });
  render(<RouterProvider router={router} />);
  const press = async (name: string) => {
    fireEvent.click(await screen.findByText(name));
  };

  await press('open');
  await screen.findByText('form');
  await act(() => router.navigate('/page?account=profile&agent=1'));
  expect(screen.getByText('form')).toBeTruthy();
  await act(() => router.navigate(-2));
  expect(screen.getByText('asked')).toBeTruthy();
  await press('keep');
  expect(screen.getByText('form')).toBeTruthy();
  expect(router.state.location.search).toBe('?account=profile&agent=1');
  await act(() => router.navigate('/page?account=other'));
  expect(screen.getByText('asked')).toBeTruthy();
  await press('keep');

  await act(() => router.navigate(-1));
  await press('cancel');
  expect(screen.getByText('asked')).toBeTruthy();
  await press('discard');
  await screen.findByText('open');
  expect(closed).toHaveBeenCalledOnce();

  await press('open');
  await screen.findByText('form');
  await act(() => router.navigate(-1));
  expect(screen.getByText('asked')).toBeTruthy();
  await press('discard');
  await screen.findByText('open');
  // The navigation has closed it.
  expect(closed).toHaveBeenCalledOnce();
});
