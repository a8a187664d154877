/** Styles as they are sent: without comments and indentation. */
import { expect, it } from 'vitest';
import stylesLoader, { compactStyles } from './stylesLoader.mjs';

/** A source: `'` stands for the backtick of a template. */
const source = (...lines: string[]) =>
  ['import styled, { css } from "styled-components";', ...lines].join('\n').replaceAll("'", '`');

it('removes comments and indentation from templates, and keeps every line', () => {
  const given = source(
    ...["const a = styled(B)<{ c: string }>'", '  color: ${red};', '  /* Why it is', '     so. */'],
    ...['  &:hover > i,', '  & > b {', '    margin: 0 auto;', '  }', "';", "const d = css'", '  e: f;', "';"],
  );
  const sent = source(
    ...["const a = styled(B)<{ c: string }>'", 'color: ${red};', '', ''],
    ...['&:hover > i,', '& > b {', 'margin: 0 auto;', '}', "';", "const d = css'", 'e: f;', "';"],
  );
  expect(compactStyles(given)).toBe(sent);
});

it('does not change other templates, comments and files', () => {
  const other = source('/* one */', "const a = '", "  b /* c */';");
  expect(compactStyles(other)).toBe(other);
  const foreign = 'const a = css`\n  b`;';
  expect(compactStyles(foreign)).toBe(foreign);
});

it('reads a file without JSX as TypeScript, whose casts JSX does not have', () => {
  const given = source("const a = <T>(b: T) => <Css>css'", "  c: d;';");
  expect(stylesLoader.call({ resourcePath: 'a.ts' }, given)).toBe(given.replace('\n  c', '\nc'));
});
