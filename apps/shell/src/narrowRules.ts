/**
 * Makes a rule that styled-components adds change the styles only of the elements that it matches. When a rule such as `@media` or
 * `@keyframes` is added to a sheet, Chromium computes the styles of all elements that the sheet has rules for: a fourth of a
 * second on a slow phone, before the dialog that a press opens. With a rule of elements, it looks for those.
 */

/** The rules inside apply to elements, so each may as well contain the at-rule. */
const GROUP = /^@(?:media|container|supports|starting-style)\b[^{]*/;
const KEYFRAMES = /^@(?:-webkit-)?keyframes\b/;

/** The same rules with the at-rule inside, or none where one is no plain rule. */
function nested(rule: string): string[] | undefined {
  const [prelude] = GROUP.exec(rule) ?? [];
  if (prelude === undefined) return undefined;
  const scratch = new CSSStyleSheet();
  scratch.insertRule(rule);
  const [group] = scratch.cssRules;
  if (!(group instanceof CSSGroupingRule)) return undefined;
  const rules: string[] = [];
  for (const inner of group.cssRules) {
    if (!(inner instanceof CSSStyleRule) || inner.cssRules.length > 0) return undefined;
    rules.push(`${inner.selectorText}{${prelude}{${inner.style.cssText}}}`);
  }
  return rules;
}

/** The names of animations belong to the document: it does not matter where they are. */
let keyframes: CSSStyleSheet | undefined;
function addKeyframes(rule: string): void {
  if (!keyframes) {
    keyframes = new CSSStyleSheet();
    document.adoptedStyleSheets.push(keyframes);
  }
  keyframes.insertRule(rule);
}

/** From now on. styled-components counts each rule that it adds as one, and deletes it by its place. */
export function narrowRules(sheet: CSSStyleSheet): void {
  const { insertRule, deleteRule } = sheet;
  const counts = Array.from(sheet.cssRules, () => 1);
  const placeOf = (index: number) => counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  sheet.insertRule = (rule, index = 0) => {
    const isFrames = KEYFRAMES.test(rule);
    if (isFrames) addKeyframes(rule);
    const rules = isFrames ? [] : (nested(rule) ?? [rule]);
    for (const [offset, text] of rules.entries()) insertRule.call(sheet, text, placeOf(index) + offset);
    counts.splice(index, 0, rules.length);
    return index;
  };
  sheet.deleteRule = (index) => {
    const [count = 0] = counts.splice(index, 1);
    for (let left = count; left > 0; left -= 1) deleteRule.call(sheet, placeOf(index));
  };
}
