/** e2e/specs/frame/prerendered.spec.ts and openOverlay.spec.ts show in a browser that the rules apply, and to which elements. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adoptStyles } from './adoptStyles';

let adopted: CSSStyleSheet[];
/** In place of the head, for one test. */
let parent: HTMLElement;
beforeEach(() => {
  adopted = [];
  parent = document.createElement('div');
  document.body.append(parent);
  // jsdom adopts none, and replaces none.
  Object.defineProperty(document, 'adoptedStyleSheets', { configurable: true, value: adopted });
  CSSStyleSheet.prototype.replaceSync ??= () => undefined;
  vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(function (this: CSSStyleSheet, text) {
    while (this.cssRules.length > 0) this.deleteRule(0);
    for (const rule of text.split('\n').filter(Boolean)) {
      try {
        this.insertRule(rule, this.cssRules.length);
      } catch {
        // As a browser: left out.
      }
    }
  });
});
afterEach(() => {
  parent.remove();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
});

/** As styled-components adds one: an element, and its first rule before an observer is called. */
function addElement(attribute = 'data-styled'): CSSStyleSheet {
  const style = document.createElement('style');
  style.setAttribute(attribute, 'active');
  parent.append(style);
  if (!style.sheet) throw new Error('The element has no sheet');
  style.sheet.insertRule('.first{color:red}');
  return style.sheet;
}
const textsOf = ({ cssRules }: CSSStyleSheet) =>
  Array.from(cssRules, ({ cssText }) => cssText.replaceAll(/\s+/g, ''));
const texts = () => adopted.flatMap(textsOf);

it('applies the rules of the first page in one step', async () => {
  const apply = adoptStyles(parent);
  const element = addElement();
  await Promise.resolve();
  expect(element.insertRule('.last{color:red}', 1)).toBe(1);
  expect(element.insertRule('@media print{.a{color:red}}', 1)).toBe(1);
  element.insertRule('.dropped{color:red}', 1);
  element.deleteRule(1);
  expect(adopted).toEqual([]);
  expect(element.cssRules).toHaveLength(0);
  apply();
  expect(adopted).toHaveLength(1);
  expect(texts()).toEqual(['.first{color:red;}', '@mediaprint{.a{color:red;}}', '.last{color:red;}']);
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledOnce();
  apply();
  expect(adopted).toHaveLength(1);
});

it('keeps places where the browser leaves a rule out', async () => {
  const apply = adoptStyles(parent);
  const element = addElement();
  await Promise.resolve();
  const insertRule = CSSStyleSheet.prototype.insertRule;
  vi.spyOn(CSSStyleSheet.prototype, 'insertRule').mockImplementation(function (
    this: CSSStyleSheet,
    rule,
    index,
  ) {
    if (rule.includes(':unknown')) throw new SyntaxError('unknown');
    return insertRule.call(this, rule, index);
  });
  element.insertRule('.a:unknown{color:red}', 1);
  element.insertRule('.b{color:red}', 2);
  apply();
  element.insertRule('.c{color:red}', 2);
  element.deleteRule(1);
  expect(texts()).toEqual(['.first{color:red;}', '.c{color:red;}', '.b{color:red;}']);
});

it('applies the rules of later elements at once, and changes no other element', async () => {
  adoptStyles(parent)();
  const other = addElement('data-other');
  const later = addElement();
  await Promise.resolve();
  later.insertRule('.b{color:red}', 1);
  expect(texts()).toEqual(['.first{color:red;}', '.b{color:red;}']);
  expect(textsOf(other)).toEqual(['.first{color:red;}']);
});

describe('the rules that are added later', () => {
  let add: (rule: string, index: number) => number;
  let remove: (index: number) => void;
  beforeEach(async () => {
    const apply = adoptStyles(parent);
    const element = addElement();
    await Promise.resolve();
    apply();
    add = (rule, index) => element.insertRule(rule, index);
    remove = (index) => {
      element.deleteRule(index);
    };
  });
  const rules = () => adopted.slice(0, 1).flatMap(textsOf);

  it.each(['@media (width>1px)', '@container (width>1px)', '@supports (color:red)'])(
    'contain %s, in its place',
    (at) => {
      expect(add('.last{color:red}', 1)).toBe(1);
      expect(add(`${at}{.a{color:red}.a:hover{color:blue}}`, 1)).toBe(1);
      const inner = at.replaceAll(' ', '');
      expect(rules()).toEqual([
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
    expect(rules().slice(3)).toEqual(['.c{color:red;}', '.d{color:red;}']);
    remove(1);
    expect(rules()).toEqual(['.first{color:red;}', '.c{color:red;}', '.d{color:red;}']);
    remove(1);
    remove(1);
    expect(rules()).toEqual(['.first{color:red;}', '.d{color:red;}']);
  });

  it('have animations in a separate sheet', () => {
    add('@keyframes turn{to{rotate:1turn}}', 1);
    expect(rules()).toEqual(['.first{color:red;}']);
  });

  it.each([
    ['another at-rule', '@media (width>1px){.a{color:red}}'],
    ['a pseudo-element, which nesting loses in older browsers (23)', '.a::before{color:red}'],
    ['a list, which nesting makes more specific in older browsers (23)', '.a,.b{color:red}'],
  ])('stay as they are where the at-rule contains %s', (_, inner) => {
    add(`@media print{${inner}}`, 1);
    expect(rules()).toHaveLength(2);
    expect(rules()[1]).toMatch(/^@mediaprint/);
  });
});
