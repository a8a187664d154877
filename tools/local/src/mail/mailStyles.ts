/** The mailbox's style sheet; it follows the system's color scheme. */
export const mailStyles = `:root {
  color-scheme: light dark;
  font: 100%/1.5 system-ui, sans-serif;
}
body {
  margin: 0;
  background: Canvas;
  color: CanvasText;
}
main {
  max-width: 44rem;
  margin: 0 auto;
  padding: 1.5rem 1rem;
}
article {
  margin-block: 1.5rem;
  padding: 1rem;
  border: 1px solid GrayText;
  border-radius: 0.5rem;
}
h1,
h2,
pre {
  margin: 0;
}
h2 {
  font-size: 1.125rem;
}
pre {
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
a {
  color: LinkText;
}
a:focus-visible {
  outline: 2px solid currentColor;
  outline-offset: 2px;
}
`;
