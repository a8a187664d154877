/** A picture that is not saved: the error is in the field, or in a toast once the field is gone. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast as hotToast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { Toasts } from '../feedback/Toasts';
import { PictureField } from './PictureField';
import type * as squarePictures from './squarePicture';

afterEach(() => {
  cleanup();
  act(() => {
    hotToast.removeAll();
  });
});

// jsdom cannot crop a picture.
vi.mock('./squarePicture', (): Partial<typeof squarePictures> => ({
  UnusablePicture: class extends Error {} as typeof squarePictures.UnusablePicture,
  squarePicture: (file: Blob) => Promise.resolve(file),
}));

const texts = {
  ...{ choose: 'Upload', replace: 'Replace', remove: 'Remove', large: 'Too large' },
  ...{ small: 'Too small', unreadable: 'Unreadable' },
};

function open() {
  let fail: () => void = () => undefined;
  const saved = new Promise<void>((_, reject) => {
    fail = () => {
      reject(new Error('down'));
    };
  });
  const field = (
    <PictureField
      label="Picture"
      hint="A square"
      hasPicture={false}
      texts={texts}
      onSave={() => saved}
      onRemove={() => saved}
      failureText={() => 'The picture wasn’t changed'}
    />
  );
  const { container, rerender } = render(
    <>
      {field}
      <Toasts />
    </>,
  );
  const files = [new File(['x'], 'x.png', { type: 'image/png' })];
  fireEvent.change(container.querySelector('input[type=file]') ?? container, { target: { files } });
  return {
    close: () => {
      rerender(<Toasts />);
    },
    fail: () =>
      act(async () => {
        fail();
        await saved.catch(() => undefined);
      }),
  };
}
const toasts = () =>
  [...document.querySelectorAll('[data-toast=error]')].map(({ textContent }) => textContent);

test('shows the error in the field', async () => {
  const { fail } = open();
  await fail();
  expect((await screen.findByText('The picture wasn’t changed')).getAttribute('role')).toBe('alert');
  expect(toasts()).toEqual([]);
});

test('shows the error in a toast when the field is gone', async () => {
  const { close, fail } = open();
  close();
  await fail();
  await screen.findByText('The picture wasn’t changed');
  expect(toasts()).toEqual(['The picture wasn’t changed']);
});
