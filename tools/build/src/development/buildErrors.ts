/** Shows build errors in a dialog over the page until they are fixed. The page below keeps its state. */

export interface BuildError {
  app: string;
  /** The compiler's message. */
  error: string;
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), { textContent: text });

let dialog: HTMLDialogElement | undefined;
let shown = '';

/** Shows all of them, or closes the dialog when there are none. A dialog closed with Escape stays closed until the errors change. */
export function showBuildErrors(errors: readonly BuildError[]): void {
  const next = JSON.stringify(errors);
  if (next === shown) return;
  shown = next;
  dialog?.close(); // restores the focus
  dialog?.remove();
  dialog = undefined;
  if (errors.length === 0) return;

  dialog = element('dialog');
  dialog.className = 'slipway-build-errors';
  dialog.setAttribute('aria-labelledby', 'slipway-build-errors-title');
  const title = element('h1', `${errors.map(({ app }) => app).join(' and ')} failed to build`);
  title.id = 'slipway-build-errors-title';
  dialog.append(title, ...errors.map(({ error }) => messageElement(error)), closeForm());
  document.body.append(dialog);
  dialog.showModal();
}

function messageElement(error: string): HTMLElement {
  const message = element('pre', error);
  message.tabIndex = 0; // makes it scrollable with the keyboard
  return message;
}

function closeForm(): HTMLElement {
  const form = element('form');
  form.method = 'dialog';
  form.append(element('p', 'This message closes when the next build succeeds.'), element('button', 'Close'));
  return form;
}
