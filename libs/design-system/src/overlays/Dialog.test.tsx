/** Opening, closing and the buttons of a dialog. One file: all tests share its stand-in for the browser's dialogs. */
import { type FormEvent, useState } from 'react';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast as hotToast } from 'react-hot-toast/headless';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ErrorReporter } from '../feedback/ContentBoundary';
import { toast } from '../feedback/toast';
import { Toasts } from '../feedback/Toasts';
import { Button } from '../actions/Button';
import { nextFrame } from '../layout/afterFrame';
import { Main } from '../layout/Main';
import { Dialog } from './Dialog';

// jsdom lacks the methods of dialogs.
beforeAll(() => {
  let before: Element | null = null;
  HTMLDialogElement.prototype.showModal = function showModal() {
    before = document.activeElement;
    this.open = true;
    this.querySelector<HTMLElement>('input, button')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    if (before instanceof HTMLElement) before.focus();
  };
});
afterEach(() => {
  cleanup();
  act(() => {
    hotToast.removeAll();
  });
});

/** A press acts after the frame that shows it. */
const frame = () => act(() => nextFrame());

function Example({ onClose = vi.fn() }: { onClose?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        New
      </button>
      <Dialog
        open={isOpen}
        onClose={() => {
          onClose();
          setOpen(false);
        }}
        title="New deployment"
        description="It answers at once."
      >
        <input aria-label="Name" />
      </Dialog>
      <Toasts />
    </>
  );
}
test('the page behind a dialog keeps the width that its scrollbar took (20)', async () => {
  vi.spyOn(document.documentElement, 'offsetWidth', 'get').mockReturnValue(window.innerWidth - 15);
  render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  expect(document.body.style.getPropertyValue('--scrollbar')).toBe('15px');
});

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  return screen.getByRole<HTMLDialogElement>('dialog', { name: 'New deployment' });
};

test('without an element that had the focus, closing gives it to the content of the page', async () => {
  const page = (isOpen: boolean) => (
    <>
      <Main>Page</Main>
      <Dialog open={isOpen} onClose={vi.fn()} title="Enter your code">
        <input aria-label="Code" />
      </Dialog>
    </>
  );
  const { rerender } = render(page(true));
  const field = await screen.findByLabelText('Code');
  field.focus();
  rerender(page(false));
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});

test('has a name and a description, and focuses its first control', { tags: ['DS-09'] }, async () => {
  render(<Example />);
  const dialog = await open();
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('It answers at once.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
});

test('the close button closes it and returns the focus', async () => {
  render(<Example />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await frame();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New' }));
});

test('Escape calls onClose, after the frame that shows the press, once', async () => {
  const handleClose = vi.fn();
  render(<Example onClose={handleClose} />);
  const dialog = await open();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(handleClose).not.toHaveBeenCalled();
  await frame();
  expect(handleClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape is handled before the browser closes the dialog by itself, unless it belongs to something inside (23)', async () => {
  const handleClose = vi.fn();
  render(
    <Dialog open onClose={handleClose} title="Profile">
      <input aria-label="Name" />
      <input
        aria-label="Tags"
        onKeyDown={(event) => {
          event.preventDefault();
        }}
      />
    </Dialog>,
  );
  const press = async (field: string, options = {}) => {
    const isLeftToBrowser = fireEvent.keyDown(screen.getByLabelText(field), { key: 'Escape', ...options });
    await frame();
    return isLeftToBrowser;
  };
  expect(await press('Tags')).toBe(false);
  // The Escape of an input method.
  expect(await press('Name', { isComposing: true })).toBe(true);
  expect(handleClose).not.toHaveBeenCalled();
  expect(await press('Name')).toBe(false);
  expect(await press('Name')).toBe(false);
  expect(handleClose).toHaveBeenCalledTimes(2);
});

test('a dialog that the browser closed stays open until its owner closes it (23)', async () => {
  const handleClose = vi.fn();
  render(
    <Dialog open onClose={handleClose} title="Profile">
      <input aria-label="Name" />
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.close();
  fireEvent(dialog, new Event('close'));
  await frame();
  expect(handleClose).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
});

test('the page stands still while it is open', async () => {
  const isStill = () => document.documentElement.hasAttribute('data-modal');
  render(<Example />);
  expect(isStill()).toBe(false);
  const dialog = await open();
  expect(isStill()).toBe(true);
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  await frame();
  expect(isStill()).toBe(false);
});

test('a press outside closes it; one that starts inside does not', async () => {
  const handleClose = vi.fn();
  render(<Example onClose={handleClose} />);
  const dialog = await open();
  fireEvent.pointerDown(screen.getByRole('textbox'));
  fireEvent.click(dialog);
  await frame();
  expect(handleClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  await frame();
  expect(handleClose).toHaveBeenCalledOnce();
});

test('renders toasts inside the dialog, because the rest of the page is inert', async () => {
  render(<Example />);
  const dialog = await open();
  act(() => {
    toast.error('Please enter a name');
  });
  expect(dialog.contains(screen.getByText('Please enter a name'))).toBe(true);
});

test('an error in the content keeps the dialog, which can try again and close', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const report = vi.fn();
  const close = vi.fn();
  let isBroken = true;
  const Content = () => {
    if (isBroken) throw new Error('bug');
    return <p>the form</p>;
  };
  render(
    <ErrorReporter value={report}>
      <p>the page</p>
      <Dialog open onClose={close} title="New deployment">
        <Content />
      </Dialog>
    </ErrorReporter>,
  );
  expect(screen.getByText('the page')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong here');
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'bug' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await frame();
  expect(close).toHaveBeenCalledOnce();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('the form')).toBeTruthy();
});

test('after Escape or a press of one button, no other button acts (23)', async () => {
  const handleClose = vi.fn();
  const handleDelete = vi.fn();
  const handleKeep = vi.fn();
  const handleSubmit = vi.fn((event: FormEvent) => {
    event.preventDefault();
  });
  render(
    <Dialog
      open
      onClose={handleClose}
      title="Delete it?"
      actions={
        <>
          <Button onClick={handleKeep}>Keep</Button>
          <Button onClick={handleDelete}>Delete</Button>
          <Button type="submit" form="reason">
            Send
          </Button>
        </>
      }
    >
      <form id="reason" onSubmit={handleSubmit} />
    </Dialog>,
  );
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  press('Delete');
  press('Send');
  await frame();
  press('Keep');
  press('Delete');
  press('Close');
  await frame();
  expect(handleClose).toHaveBeenCalledOnce();
  expect(handleKeep).toHaveBeenCalledOnce();
  expect(handleDelete).not.toHaveBeenCalled();
  expect(handleSubmit).not.toHaveBeenCalled();
  press('Send');
  expect(handleSubmit).toHaveBeenCalledOnce();
});

test('the buttons of a dialog in the actions of another act at once, if they are in its content (23)', () => {
  const handleCopy = vi.fn();
  render(
    <Dialog
      open
      onClose={vi.fn()}
      title="Outer"
      actions={
        <Dialog open onClose={vi.fn()} title="Inner">
          <Button onClick={handleCopy}>Copy</Button>
        </Dialog>
      }
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(handleCopy).toHaveBeenCalledOnce();
});

test('its buttons act after the frame that shows their press, once', async () => {
  const handleDelete = vi.fn();
  const handleCopy = vi.fn();
  render(
    <Dialog
      open
      onClose={vi.fn()}
      title="Delete it?"
      actions={<Button onClick={handleDelete}>Delete</Button>}
    >
      <Button onClick={handleCopy}>Copy</Button>
    </Dialog>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(handleCopy).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(handleDelete).not.toHaveBeenCalled();
  await frame();
  expect(handleDelete).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await frame();
  expect(handleDelete).toHaveBeenCalledTimes(2);
});

test('a dialog that closes together with a question in it returns the focus to its opener', async () => {
  const page = (isOpen: boolean, isAsked = false) => (
    <Main>
      <button type="button">Details</button>
      {isOpen && (
        <Dialog open title="Panel" onClose={vi.fn()}>
          {isAsked && <Dialog open title="Discard?" onClose={vi.fn()} />}
        </Dialog>
      )}
    </Main>
  );
  const { rerender } = render(page(false));
  const opener = screen.getByRole('button', { name: 'Details' });
  opener.focus();
  rerender(page(true));
  await screen.findByRole('heading', { name: 'Panel' });
  rerender(page(true, true));
  await screen.findByRole('heading', { name: 'Discard?' });
  await act(async () => {
    rerender(page(false));
    await Promise.resolve();
  });
  await waitFor(() => {
    expect(document.activeElement).toBe(opener);
  });
});
