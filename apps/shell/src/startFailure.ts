/** The screen for a failed start. It uses plain DOM elements, because React or the design system may have failed to load. */
import { t } from './messages';

export function showStartFailure(root: HTMLElement): void {
  const main = document.createElement('main');
  main.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = t('startFailed');
  const text = document.createElement('p');
  text.textContent = t('startFailedText');
  const button = document.createElement('button');
  button.textContent = t('reload');
  button.addEventListener('click', () => {
    window.location.reload();
  });
  main.append(heading, text, button);
  root.replaceChildren(main);
}
