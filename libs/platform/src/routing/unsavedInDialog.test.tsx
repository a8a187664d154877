/** Unsaved input in a dialog that its page closes without a question, such as a form of another slice. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useDialogParam } from './useDialogParam';
import { useUnsaved } from './useUnsaved';

afterEach(cleanup);

test('the form asks, and after "keep" the page can close the dialog again', async () => {
  function Form() {
    const { isPending, stay, leave } = useUnsaved(true, 'deployment');
    return (
      <>
        <p>{isPending ? 'asked' : 'form'}</p>
        <button type="button" onClick={stay}>
          keep
        </button>
        <button type="button" onClick={leave}>
          discard
        </button>
      </>
    );
  }
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
        <Form />
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
    await screen.findByText('asked');
    await press('keep');
    await screen.findByText('form');
    expect(router.state.location.search).toBe('?deployment=d1');
  }
  await press('close');
  await screen.findByText('asked');
  await press('discard');
  await screen.findByText('open');
  expect(router.state.location.search).toBe('');
});
