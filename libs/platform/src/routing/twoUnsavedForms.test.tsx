/** Two forms with unsaved input on one page, such as those of two slices in one panel. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { UnsavedForm } from '../testing/UnsavedForm';
import { hasUnsaved } from './useUnsaved';

afterEach(cleanup);

test('of two forms the newest asks, for both, without a warning of the router', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const element = (
    <>
      <UnsavedForm isUnsaved />
      <UnsavedForm isUnsaved />
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
        <UnsavedForm isUnsaved />
        <UnsavedForm isUnsaved={!isSaved} />
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
