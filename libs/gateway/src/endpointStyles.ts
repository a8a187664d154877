/** The endpoint page's style sheet; it follows the system's color scheme. */
export const endpointStyles = `:root {
  color-scheme: light dark;
  --text: #18181b;
  --muted: #52525b;
  --line: #d4d4d8;
  --surface: #fafafa;
  --page: #ffffff;
  font: 100%/1.5 Inter, system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #f4f4f5;
    --muted: #a1a1aa;
    --line: #3f3f46;
    --surface: #18181b;
    --page: #09090b;
  }
}
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
}
main {
  max-width: 44rem;
  margin: 0 auto;
  padding: 3rem 1rem;
}
h1,
h2,
p,
pre {
  margin: 0;
}
h1 {
  font-size: 1.75rem;
  line-height: 1.2;
  overflow-wrap: anywhere;
}
h2 {
  margin-block: 1.5rem 0.5rem;
  font-size: 0.875rem;
}
h1 + p,
section + p {
  margin-block: 1rem;
  color: var(--muted);
}
.kind {
  color: var(--muted);
  font-size: 0.875rem;
}
.address,
pre {
  padding: 0.75rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--surface);
}
.address {
  overflow-wrap: anywhere;
}
.address span {
  font-weight: 600;
}
code {
  font: 0.875rem/1.6 ui-monospace, SFMono-Regular, Menlo, monospace;
}
pre {
  overflow-x: auto;
}
a {
  color: inherit;
}
a:focus-visible,
pre:focus-visible {
  outline: 2px solid currentColor;
  outline-offset: 2px;
}
`;
