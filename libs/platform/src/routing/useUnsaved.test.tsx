/** Whoever leaves a page with something unsaved is asked first, by the page or by the browser. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useUnsaved } from './useUnsaved';

afterEach(cleanup);

function Form({ isUnsaved }: { isUnsaved: boolean }) {
  const { isAsked, stay, leave } = useUnsaved(isUnsaved);
  return (
    <>
      <p>form{isAsked && ', asked'}</p>
      <button onClick={stay}>stay</button>
      <button onClick={leave}>leave</button>
    </>
  );
}

function open(isUnsaved: boolean) {
  const router = createMemoryRouter(
    [
      { path: '/form', element: <Form isUnsaved={isUnsaved} /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  return (to: string) => act(() => router.navigate(to));
}
const isClosingAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('nothing unsaved: the way is free', async () => {
  const go = open(false);
  expect(isClosingAsked()).toBe(false);
  await go('/other');
  expect(screen.getByText('elsewhere')).toBeTruthy();
});

test('something unsaved: another page waits for the answer, a parameter of this one does not', async () => {
  const go = open(true);
  expect(isClosingAsked()).toBe(true);
  await go('/form?agent=1');
  expect(screen.getByText('form')).toBeTruthy();
  await go('/other');
  expect(screen.getByText('form, asked')).toBeTruthy();
  fireEvent.click(screen.getByText('stay'));
  expect(screen.getByText('form')).toBeTruthy();
  await go('/other');
  fireEvent.click(screen.getByText('leave'));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(isClosingAsked()).toBe(false);
});
