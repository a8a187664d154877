/**
 * Makes a rule that is added to a sheet change the styles only of the elements that it matches. When a rule such as `@media` or
 * `@keyframes` is added, Chromium computes the styles of all elements that the sheet has rules for: a fourth of a second on a
 * slow phone, before the dialog that a press opens. With a rule of elements, it looks for those.
 */

/** The rules inside apply to elements, so each may as well contain the at-rule. */
const GROUP = /^@(?:media|container|supports|starting-style)\b[^{]*/;
/**
 * Before Chromium 130, Firefox 132 and Safari 18.2, a declaration in a nested at-rule applied to `&`: never to a pseudo-element,
 * and to each part of a list with the highest specificity of all.
 */
const DIFFERS = /::|,/;
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
    if (!(inner instanceof CSSStyleRule) || inner.cssRules.length > 0 || DIFFERS.test(inner.selectorText))
      return undefined;
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

/** @returns what to add to the sheet in place of `rule`: none for an animation, which gets a place in a separate sheet */
export function narrowRule(rule: string): string[] {
  if (!KEYFRAMES.test(rule)) return nested(rule) ?? [rule];
  addKeyframes(rule);
  return [];
}
