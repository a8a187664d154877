/**
 * Rewrites a rule so that adding it to a sheet recomputes only the styles of elements that it matches. When an at-rule
 * such as `@media` or `@keyframes` is added, Chromium recomputes the styles of all elements that the sheet has rules
 * for, which delays a dialog on a slow phone by a fourth of a second. For a rule with a selector, it recomputes only
 * the matching elements.
 */

/** The rules inside apply to elements, so each may as well contain the at-rule. */
const GROUP = /^@(?:media|container|supports|starting-style)\b[^{]*/;
/**
 * Before Chromium 130, Firefox 132 and Safari 18.2, a declaration in a nested at-rule applied to `&`: never to a pseudo-element,
 * and to each part of a list with the highest specificity of all.
 */
const DIFFERS = /::|,/;
const KEYFRAMES = /^@(?:-webkit-)?keyframes\b/;

/** The rules of an at-rule, each with the at-rule nested inside it; undefined when one of them cannot be rewritten. */
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

/** The document's animations, in a separate sheet: their names are those of the document, whichever sheet they are in. */
let keyframes: CSSStyleSheet | undefined;
function addKeyframes(rule: string): void {
  if (!keyframes) {
    keyframes = new CSSStyleSheet();
    document.adoptedStyleSheets.push(keyframes);
  }
  keyframes.insertRule(rule);
}

/** @returns the rules to add to the sheet instead of `rule`; none for an animation, which goes into the sheet of animations */
export function narrowRule(rule: string): string[] {
  if (!KEYFRAMES.test(rule)) return nested(rule) ?? [rule];
  addKeyframes(rule);
  return [];
}
