import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Button } from '../actions/Button';
import { Menu, type MenuProps } from './Menu';

// jsdom has no popovers: these record whether they are open.
const turn = (popover: HTMLElement, newState: 'open' | 'closed') => {
  popover.dataset.state = newState;
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }));
};
const handlePress = (event: Event) => {
  const button = event.target instanceof Element ? event.target.closest('[popovertarget]') : null;
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (popover) turn(popover, popover.dataset.state === 'open' ? 'closed' : 'open');
};
beforeAll(() => {
  HTMLElement.prototype.showPopover = function showPopover() {
    turn(this, 'open');
  };
  HTMLElement.prototype.hidePopover = function hidePopover() {
    turn(this, 'closed');
  };
});
beforeEach(() => {
  document.addEventListener('click', handlePress);
});
afterEach(() => {
  document.removeEventListener('click', handlePress);
  cleanup();
});

const ActionsMenu = (props: Pick<MenuProps, 'items' | 'opensAt'>) => (
  <Menu label="Actions for Sales Bot" {...props}>
    {(aria) => <Button {...aria}>Actions</Button>}
  </Menu>
);

function show() {
  const handle = { open: vi.fn(), stop: vi.fn(), remove: vi.fn() };
  const items = [
    { id: 'open', label: 'Open endpoint', onSelect: handle.open },
    { id: 'stop', label: 'Stop', disabled: true, onSelect: handle.stop },
    { id: 'copy', label: 'Copy key', onSelect: vi.fn() },
    { id: 'remove', label: 'Delete', tone: 'danger' as const, onSelect: handle.remove },
  ];
  render(<ActionsMenu items={items} />);
  return { ...handle, button: actions() };
}
const actions = () => screen.getByRole('button', { name: 'Actions', hidden: true });
const focused = () => document.activeElement?.textContent;

test('opens on press, focuses the first item and sets aria-expanded', async () => {
  const { button } = show();
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Open endpoint');
  expect(screen.getByLabelText('Actions for Sales Bot').getAttribute('role')).toBe('menu');
});

test.each([
  ['first', 'Edit'],
  ['last', 'Delete'],
] as const)('opens at its %s item once its code has loaded', async (opensAt, item) => {
  const items = ['Edit', 'Delete'].map((label) => ({ id: label, label, onSelect: vi.fn() }));
  render(<ActionsMenu items={items} opensAt={opensAt} />);
  expect(actions().getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe(item);
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(actions());
});

test('arrow keys wrap and skip disabled items; Home and End move to the ends', async () => {
  const { button } = show();
  button.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('Delete');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Copy key');
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('Open endpoint');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('Delete');
});

test('typed letters focus the item that starts with them', async () => {
  const { button } = show();
  await userEvent.click(button);
  await userEvent.keyboard('d');
  expect(focused()).toBe('Delete');
  await userEvent.keyboard('{Home}');
  await new Promise((resolve) => setTimeout(resolve, 510));
  await userEvent.keyboard('co');
  expect(focused()).toBe('Copy key');
});

test('selecting an item closes the menu, returns the focus and runs the action', async () => {
  const { button, remove, stop } = show();
  await userEvent.click(button);
  await userEvent.keyboard('{End}{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Stop', hidden: true }));
  expect(stop).not.toHaveBeenCalled();
});

test('Escape closes only the menu', async () => {
  const { button } = show();
  await userEvent.click(button);
  await userEvent.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
});
