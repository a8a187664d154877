/** Unsaved input in a dialog that its page closes without a question, such as a form of another slice. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { UnsavedForm } from '../testing/UnsavedForm';
import { useDialogParam } from './useDialogParam';

afterEach(cleanup);

test('the form asks, and after "stay" the page can close the dialog again', async () => {
  function Page() {
    const { value, open, close } = useDialogParam('deployment');
    return value === null ? (
      <button
        type="button"
        onClick={() => {
          open('d1');
        }}
      >
        open
      </button>
    ) : (
      <>
        <button type="button" onClick={close}>
          close
        </button>
        <UnsavedForm isUnsaved parameter="deployment" />
      </>
    );
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  const press = async (name: string) => {
    fireEvent.click(await screen.findByText(name));
  };
  await press('open');
  await screen.findByText('form');
  for (let time = 0; time < 2; time += 1) {
    await press('close');
    await screen.findByText('form, confirm');
    await press('stay');
    await screen.findByText('form');
    expect(router.state.location.search).toBe('?deployment=d1');
  }
  await press('close');
  await screen.findByText('form, confirm');
  await press('leave');
  await screen.findByText('open');
  expect(router.state.location.search).toBe('');
});
