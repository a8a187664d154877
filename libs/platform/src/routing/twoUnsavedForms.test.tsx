/** Two forms with unsaved input on one page, such as those of two slices in one panel. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { hasUnsaved, useUnsaved } from './useUnsaved';

afterEach(cleanup);

function Form({ isUnsaved }: { isUnsaved: boolean }) {
  const { isPending, stay, leave } = useUnsaved(isUnsaved);
  return (
    <>
      <p>form{isPending && ', confirm'}</p>
      <button type="button" onClick={stay}>
        stay
      </button>
      <button type="button" onClick={leave}>
        leave
      </button>
    </>
  );
}

test('of two forms the newest asks, for both, without a warning of the router', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const element = (
    <>
      <Form isUnsaved />
      <Form isUnsaved />
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/form', element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  const texts = () => screen.getAllByText(/^form/).map(({ textContent }) => textContent);
  await act(() => router.navigate('/other'));
  expect(texts()).toEqual(['form', 'form, confirm']);
  fireEvent.click(screen.getAllByText('stay')[1] as HTMLElement);
  expect(texts()).toEqual(['form', 'form']);
  await act(() => router.navigate('/other'));
  fireEvent.click(screen.getAllByText('leave')[1] as HTMLElement);
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(hasUnsaved()).toBe(false);
  expect(warn).not.toHaveBeenCalled();
});

test('a form still asks when another one has been saved', async () => {
  function Page() {
    const [isSaved, setSaved] = useState(false);
    return (
      <>
        <Form isUnsaved />
        <Form isUnsaved={!isSaved} />
        <button
          type="button"
          onClick={() => {
            setSaved(true);
          }}
        >
          save
        </button>
      </>
    );
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByText('save'));
  await act(() => router.navigate('/other'));
  expect(screen.getByText('form, confirm')).toBeTruthy();
});
