/** jsdom has no fonts: here, each is loaded at once. */
export function defineFonts(): void {
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { load: () => Promise.resolve([]) },
  });
}
