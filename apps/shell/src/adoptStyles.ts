/**
 * Keeps the rules of styled-components in sheets that the document adopts. It adds each rule to a style element by itself, which
 * takes the browser five times as long as all rules in one text. So those of the first page are collected while React renders
 * it, and applied in one step.
 */
import { narrowRule } from './narrowRule';

/**
 * Collects the rules of one style element, which styled-components counts as it adds them, and deletes by their place. Returns
 * the function that moves them to the document: from then on, each applies when it is added.
 */
function takeRules(element: CSSStyleSheet): () => void {
  const sheet = new CSSStyleSheet();
  /** By place: the text of each rule until they apply, then how many rules of `sheet` it is. */
  let collected: string[] | undefined = Array.from(element.cssRules, ({ cssText }) => cssText);
  let counts: number[] = [];
  for (const _ of collected) element.deleteRule(0);

  const placeOf = (index: number) => counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  element.insertRule = (rule, index = 0) => {
    if (collected) {
      collected.splice(index, 0, rule);
      return index;
    }
    const rules = narrowRule(rule);
    for (const [offset, text] of rules.entries()) sheet.insertRule(text, placeOf(index) + offset);
    counts.splice(index, 0, rules.length);
    return index;
  };
  element.deleteRule = (index) => {
    collected?.splice(index, 1);
    const [count = 0] = counts.splice(index, 1);
    for (let left = count; left > 0; left -= 1) sheet.deleteRule(placeOf(index));
  };

  /** Adds a rule at the end. The browser rejects rules that it does not support. */
  const add = (rule: string): 0 | 1 => {
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
      return 1;
    } catch {
      return 0;
    }
  };
  return () => {
    if (!collected) return;
    const texts = collected;
    collected = undefined;
    sheet.replaceSync(texts.join('\n'));
    counts = texts.map(() => 1);
    if (sheet.cssRules.length !== texts.length) {
      // Which rule the browser left out shows only when they are added one by one.
      sheet.replaceSync('');
      counts = texts.map(add);
    }
    document.adoptedStyleSheets.push(sheet);
  };
}

/**
 * Makes styled-components add its rules to adopted sheets instead of elements in `parent`. Returns the function that
 * applies the rules of the first page. They are collected until then, because each would make the browser compute the
 * styles of the prerendered page again.
 */
export function adoptStyles(parent: Element = document.head): () => void {
  let isHeld = true;
  const held: (() => void)[] = [];
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLStyleElement) || !node.matches('[data-styled]') || !node.sheet) continue;
      const apply = takeRules(node.sheet);
      if (isHeld) held.push(apply);
      else apply();
    }
  });
  observer.observe(parent, { childList: true });
  return () => {
    isHeld = false;
    for (const apply of held) apply();
  };
}
