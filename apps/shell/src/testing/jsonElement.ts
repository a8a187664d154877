/** Adds an element with data to the document, as a deploy writes it. `removeJsonElements` removes them all. */
export function addJsonElement(id: string, value: unknown): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = id;
  element.textContent = JSON.stringify(value);
  document.head.append(element);
}

export function removeJsonElements(): void {
  for (const element of document.querySelectorAll('script[type="application/json"]')) element.remove();
}

/** The part of a composition that scripts before the first paint read. */
export const backend = { url: 'https://backend.example', key: 'publishable' };
