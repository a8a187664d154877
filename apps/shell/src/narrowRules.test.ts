/** e2e/specs/frame/openOverlay.spec.ts shows in a browser that the rules apply, and how many elements get new styles. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { narrowRules } from './narrowRules';

// jsdom adopts none.
const adopted: CSSStyleSheet[] = [];
beforeAll(() => {
  Object.defineProperty(document, 'adoptedStyleSheets', { configurable: true, value: adopted });
});
afterAll(() => void Reflect.deleteProperty(document, 'adoptedStyleSheets'));

const textsOf = ({ cssRules }: CSSStyleSheet) =>
  Array.from(cssRules, ({ cssText }) => cssText.replaceAll(/\s+/g, ''));

describe('the rules of a sheet', () => {
  let sheet: CSSStyleSheet;
  beforeEach(() => {
    sheet = new CSSStyleSheet();
    sheet.insertRule('.first{color:red}');
    narrowRules(sheet);
  });
  const add = (rule: string, index: number) => sheet.insertRule(rule, index);
  const texts = () => textsOf(sheet);

  it.each(['@media (width>1px)', '@container (width>1px)', '@supports (color:red)'])(
    'contain %s, in its place',
    (at) => {
      expect(add('.last{color:red}', 1)).toBe(1);
      expect(add(`${at}{.a{color:red}.a:hover{color:blue}}`, 1)).toBe(1);
      const inner = at.replaceAll(' ', '');
      expect(texts()).toEqual([
        '.first{color:red;}',
        `.a{${inner}{color:red;}}`,
        `.a:hover{${inner}{color:blue;}}`,
        '.last{color:red;}',
      ]);
    },
  );

  it('are counted as they were added', () => {
    add('@media print{.a{color:red}.b{color:red}}', 1);
    add('.c{color:red}', 2);
    add('@keyframes move{from{opacity:0}}', 2);
    add('.d{color:red}', 4);
    expect(texts().slice(3)).toEqual(['.c{color:red;}', '.d{color:red;}']);
    sheet.deleteRule(1);
    expect(texts()).toEqual(['.first{color:red;}', '.c{color:red;}', '.d{color:red;}']);
    sheet.deleteRule(1);
    sheet.deleteRule(1);
    expect(texts()).toEqual(['.first{color:red;}', '.d{color:red;}']);
  });

  it('have no animations, which are in a separate sheet', () => {
    add('@keyframes turn{to{rotate:1turn}}', 1);
    expect(texts()).toEqual(['.first{color:red;}']);
    expect(adopted.flatMap(textsOf).join()).toContain('@keyframesturn');
  });

  it('stay as they are where the at-rule contains another', () => {
    const rule = '@media print{@media (width>1px){.a{color:red}}}';
    add(rule, 1);
    expect(sheet.cssRules).toHaveLength(2);
    expect(texts()[1]).toMatch(/^@mediaprint/);
  });
});
