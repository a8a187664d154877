/** What a person sees when the app cannot start at all: plain elements, since nothing else can be trusted to work. */
import { t } from './messages';

export function showStartFailure(root: HTMLElement): void {
  const main = document.createElement('main');
  main.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = t('notStarted');
  const text = document.createElement('p');
  text.textContent = t('notStartedText');
  const button = document.createElement('button');
  button.textContent = t('loadAgain');
  button.addEventListener('click', () => {
    window.location.reload();
  });
  main.append(heading, text, button);
  root.replaceChildren(main);
}
