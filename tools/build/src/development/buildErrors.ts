/** What does not build, over the page, until it does. The page below keeps what was typed into it. */

export interface Problem {
  app: string;
  /** As the compiler says it. */
  problem: string;
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), { textContent: text });

let dialog: HTMLDialogElement | undefined;
let shown = '';

/** Shows them all; with none the page is free again. Escape puts it away until something else is wrong. */
export function showProblems(problems: readonly Problem[]): void {
  const now = JSON.stringify(problems);
  if (now === shown) return;
  shown = now;
  dialog?.close(); // gives the focus back to where it was
  dialog?.remove();
  dialog = undefined;
  if (problems.length === 0) return;

  dialog = element('dialog');
  dialog.className = 'slipway-problems';
  dialog.setAttribute('aria-labelledby', 'slipway-problems-title');
  const title = element('h1', `${problems.map(({ app }) => app).join(' and ')} cannot be built`);
  title.id = 'slipway-problems-title';
  dialog.append(title, ...problems.map(({ problem }) => textOf(problem)), closing());
  document.body.append(dialog);
  dialog.showModal();
}

function textOf(problem: string): HTMLElement {
  const text = element('pre', problem);
  text.tabIndex = 0; // so that the keyboard scrolls it
  return text;
}

function closing(): HTMLElement {
  const form = element('form');
  form.method = 'dialog';
  form.append(element('p', 'It goes away with the next build that works.'), element('button', 'Close'));
  return form;
}
