/** Single-key shortcuts: whether the user wants them, and the request to list them. */
import { createEmitter, createStoredValue } from '@slipway/state';

const requested = createEmitter();

/** Opens the list of keyboard shortcuts. */
export const showShortcuts = requested.emit;
export const onShortcutsRequested = requested.subscribe;

/** WCAG 2.1.4: shortcuts of one character can be turned off. */
export const letterShortcuts = createStoredValue(() => localStorage, 'slipway-shortcuts', {
  read: (text) => text !== 'off',
  write: (isOn: boolean) => (isOn ? null : 'off'),
});

/** Elements that use letters themselves. */
const typing = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=slider]';

/** Whether a key press is free to be a shortcut: no other code has used it, and nothing is being typed. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !(event.target instanceof Element && event.target.closest(typing)) &&
  !document.querySelector('dialog:modal');
