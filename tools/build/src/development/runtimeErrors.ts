/** Shows errors of running code on the page and in the console, with the source file and line of each frame. */
import { sourceFrames } from './sourceFrames';

const seen = new WeakSet<Error>();
let panel: HTMLElement | undefined;

/** Errors that browsers report although nothing has failed. */
const isNoise = (error: Error) => error.name === 'AbortError' || error.message.startsWith('ResizeObserver');

/** `componentStack` is React's, for an error that a boundary caught. */
export async function showRuntimeError(error: unknown, componentStack = ''): Promise<void> {
  if (!(error instanceof Error) || isNoise(error) || seen.has(error)) return;
  seen.add(error);
  const [frames, components] = await Promise.all([
    sourceFrames(error.stack ?? ''),
    sourceFrames(componentStack),
  ]);
  const text = [
    `${error.name}: ${error.message}`,
    ...frames.map((frame) => `    ${frame}`),
    ...(components.length > 0 ? ['Components:', ...components.map((frame) => `    ${frame}`)] : []),
  ].join('\n');
  console.error(text); // the app's logger would write one line, and redact it
  show(text);
}

/** Beside the page, which stays usable: the error may be one of many, or harmless. */
function show(text: string): void {
  panel ??= newPanel();
  const message = Object.assign(document.createElement('pre'), { textContent: text, tabIndex: 0 });
  panel.querySelector('h1')?.after(message);
  if (!panel.isConnected) document.body.append(panel);
}

function newPanel(): HTMLElement {
  const section = document.createElement('section');
  section.className = 'slipway-runtime-errors';
  section.setAttribute('aria-labelledby', 'slipway-runtime-errors-title');
  section.setAttribute('role', 'alert');
  const title = Object.assign(document.createElement('h1'), { textContent: 'Error in running code' });
  title.id = 'slipway-runtime-errors-title';
  const close = Object.assign(document.createElement('button'), { textContent: 'Close', type: 'button' });
  close.addEventListener('click', () => {
    panel?.remove();
    panel = undefined;
  });
  section.append(title, close);
  return section;
}
