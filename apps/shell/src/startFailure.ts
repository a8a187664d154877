/** What a person sees when the app cannot start at all: plain elements, since nothing else can be trusted to work. */
export function showStartFailure(root: HTMLElement): void {
  const main = document.createElement('main');
  main.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = 'Slipway could not start';
  const text = document.createElement('p');
  text.textContent =
    'The page that arrived is not complete. Load it again; if that does not help, try later.';
  const button = document.createElement('button');
  button.textContent = 'Load again';
  button.addEventListener('click', () => {
    window.location.reload();
  });
  main.append(heading, text, button);
  root.replaceChildren(main);
}
