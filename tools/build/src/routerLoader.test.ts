import { expect, it } from 'vitest';
import { unnameComponents } from './routerLoader.mjs';

it('marks components that a bundler may leave out, and keeps the lines', () => {
  const source =
    'var Link = React10.forwardRef(\n  render\n);\nLink.displayName = "Link";\nLink.other = "x";\n';
  expect(unnameComponents(source)).toBe(
    'var Link = /* @__PURE__ */ React10.forwardRef(\n  render\n);\n\nLink.other = "x";\n',
  );
});
